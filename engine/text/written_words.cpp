#include "text/words.h"

#include "text/unicode.h"

#include <algorithm>

namespace headlight {

namespace {

/// How a token is written beside others.
struct Written {
    std::string_view token, as;
    bool joinsLeft, joinsRight; ///< no space there
};

constexpr Written marks[] = {
    {".", ".", true, false},     {",", ",", true, false},     {";", ";", true, false},     {":", ":", true, false},
    {"?", "?", true, false},     {"!", "!", true, false},     {"%", "%", true, false},     {"...", "...", true, false},
    {")", ")", true, false},     {"]", "]", true, false},     {"}", "}", true, false},     {"-rrb-", ")", true, false},
    {"-rsb-", "]", true, false}, {"-rcb-", "}", true, false}, {"(", "(", false, true},     {"[", "[", false, true},
    {"{", "{", false, true},     {"-lrb-", "(", false, true}, {"-lsb-", "[", false, true}, {"-lcb-", "{", false, true},
    {"``", "\"", false, true},   {"''", "\"", true, false},   {"`", "'", false, true},     {"'", "'", true, false},
    {"$", "$", false, true},     {"#", "#", false, true},     {"n't", "n't", true, false}, {"'ll", "'ll", true, false},
    {"'re", "'re", true, false}, {"'ve", "'ve", true, false}, {"'s", "'s", true, false},   {"'m", "'m", true, false},
    {"'d", "'d", true, false},
};

/// Joins tokens of the rule `words`; of the straight double quotes every other one opens.
class Writer {
public:
    void add(const std::string& token) {
        const std::string small = toLower(token);
        Written how{token, token, false, false};
        if (token == "\"") {
            m_isQuoted = !m_isQuoted;
            how = {token, token, !m_isQuoted, m_isQuoted};
        } else if (const auto* mark = std::find_if(std::begin(marks), std::end(marks),
                                                   [&](const Written& one) { return one.token == small; });
                   mark != std::end(marks)) {
            how = *mark;
            if (small == mark->as) // a clitic in capitals stays so
                how.as = token;
        }
        if (!m_text.empty() && !how.joinsLeft && !m_joins)
            m_text += ' ';
        m_text += how.as;
        m_joins = how.joinsRight;
    }
    const std::string& text() const { return m_text; }

private:
    std::string m_text;
    bool m_joins = false;
    bool m_isQuoted = false;
};

} // namespace

std::string writeWords(const std::vector<std::string>& tokens) {
    Writer writer;
    for (const std::string& token : tokens)
        writer.add(token);
    return writer.text();
}

} // namespace headlight
