#include "text/pipeline/text_pattern.h"

#include "text/unicode.h"

namespace headlight {

TextPattern::TextPattern(const JsonEntry& entry) {
    if (entry.has("Regex")) {
        const JsonEntry expression = entry.at("Regex");
        m_expression = std::make_unique<RegularExpression>(expression.text(), expression.where());
        return;
    }
    m_text = toCodePoints(entry.has("String") ? entry.at("String").text() : entry.text());
    if (m_text.empty())
        entry.fail("the text to look for is empty");
}

TextPattern::Search::Search(const TextPattern& pattern) : m_pattern(pattern) {
    if (pattern.m_expression)
        m_search = std::make_unique<RegularExpression::Search>(*pattern.m_expression);
}

void TextPattern::Search::forEach(std::u32string_view text, const RegularExpression::OnMatch& onMatch) {
    if (m_search) {
        m_search->forEach(text, onMatch);
        return;
    }
    const std::u32string& wanted = m_pattern.m_text;
    for (std::size_t at = text.find(wanted); at != std::u32string_view::npos;
         at = text.find(wanted, at + wanted.size()))
        onMatch(at, at + wanted.size());
}

} // namespace headlight
