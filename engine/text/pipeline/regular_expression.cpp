#include "text/pipeline/regular_expression.h"

#include "core/error.h"

#include <limits>
#include <unicode/regex.h>
#include <unicode/unistr.h>

namespace headlight {

namespace {

constexpr int32_t regexStackBytes = 8'000'000;
constexpr std::uint64_t regexFreeTicks = 1000; ///< ICU tells of every 10,000 steps back

/// Of all texts that a search has seen: what is left of the time that they may take.
struct RegexTicks {
    std::uint64_t used = 0, allowed = regexFreeTicks;
};

UBool regexGoesOn(const void* context, int32_t) {
    // The context that ICU hands back is the search's own, which it takes as a constant one.
    auto& ticks = *const_cast<RegexTicks*>(static_cast<const RegexTicks*>(context));
    return ++ticks.used <= ticks.allowed;
}

/// With \s and the like as sets, of which ICU repeats any number in one step; alone it remembers each.
std::string regexWithSets(const std::string& pattern) {
    std::string changed;
    int sets = 0; // that are open
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        sets += c == '[' ? 1 : c == ']' && sets > 0 ? -1 : 0;
        if (c != '\\' || i + 1 == pattern.size()) {
            changed += c;
            continue;
        }
        const std::string escape = pattern.substr(i++, 2);
        const bool isClass = std::string_view("sSdDwW").find(escape[1]) != std::string_view::npos;
        changed += isClass && sets == 0 ? "[" + escape + "]" : escape;
    }
    return changed;
}

icu::UnicodeString regexText(std::u32string_view text) {
    if (text.size() > std::size_t(std::numeric_limits<int32_t>::max() / 2))
        throw Error("the text has more than a thousand million characters; the tokenizer can't cut it");
    return icu::UnicodeString::fromUTF32(reinterpret_cast<const UChar32*>(text.data()), int32_t(text.size()));
}

} // namespace

struct RegularExpression::Impl {
    std::unique_ptr<icu::RegexPattern> pattern;
    std::string where;
};

struct RegularExpression::Search::State {
    std::string where;
    std::unique_ptr<icu::RegexMatcher> matcher;
    icu::UnicodeString text; ///< outlives each search of it
    RegexTicks ticks;
};

RegularExpression::RegularExpression(const std::string& pattern, const std::string& where)
    : m_impl(std::make_unique<Impl>()) {
    constexpr std::size_t longest = 10'000;
    if (pattern.size() > longest)
        throw Error(where + ": the regular expression has more than " + std::to_string(longest) + " bytes; is it one?");
    UErrorCode status = U_ZERO_ERROR;
    UParseError place;
    m_impl->where = where;
    m_impl->pattern.reset(icu::RegexPattern::compile(icu::UnicodeString::fromUTF8(regexWithSets(pattern)),
                                                     UREGEX_UNIX_LINES | UREGEX_MULTILINE, place, status));
    if (U_FAILURE(status) || !m_impl->pattern)
        throw Error(where + ": \"" + printable(pattern, 80) + "\" is no regular expression that Headlight reads");
}

RegularExpression::~RegularExpression() = default;

RegularExpression::Search::Search(const RegularExpression& expression) : m_state(std::make_unique<State>()) {
    UErrorCode status = U_ZERO_ERROR;
    m_state->where = expression.m_impl->where;
    m_state->matcher.reset(expression.m_impl->pattern->matcher(status));
    if (m_state->matcher) {
        m_state->matcher->setStackLimit(regexStackBytes, status);
        m_state->matcher->setMatchCallback(regexGoesOn, &m_state->ticks, status);
    }
    if (U_FAILURE(status) || !m_state->matcher)
        throw std::bad_alloc();
}

RegularExpression::Search::~Search() = default;

void RegularExpression::Search::forEach(std::u32string_view text, const OnMatch& onMatch) {
    m_state->text = regexText(text);
    m_state->ticks.allowed += text.size() / 25;
    icu::RegexMatcher& matcher = *m_state->matcher;
    matcher.reset(m_state->text);
    UErrorCode status = U_ZERO_ERROR;
    // ICU counts in halves of what lies beyond U+FFFF.
    std::size_t character = 0;
    int32_t unit = 0;
    const auto characterAt = [&](int32_t wanted) {
        for (; unit < wanted && character < text.size(); ++character)
            unit += text[character] > 0xFFFF ? 2 : 1;
        return character;
    };
    while (matcher.find(status) && U_SUCCESS(status)) {
        const std::size_t begin = characterAt(matcher.start(status));
        const std::size_t end = characterAt(matcher.end(status));
        onMatch(begin, end);
    }
    if (U_FAILURE(status))
        throw Error(m_state->where +
                    ": the regular expression takes too long, or too much memory, for this text; is the "
                    "file damaged?");
}

} // namespace headlight
