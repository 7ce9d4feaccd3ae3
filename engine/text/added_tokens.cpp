#include "text/added_tokens.h"

#include <algorithm>
#include <unicode/uchar.h>

namespace headlight {

namespace {

/// What regular expressions call \\w.
bool isOfWord(char32_t c) {
    constexpr uint32_t categories = U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK;
    return u_isUAlphabetic(UChar32(c)) || (U_GET_GC_MASK(UChar32(c)) & categories) != 0 ||
           u_hasBinaryProperty(UChar32(c), UCHAR_JOIN_CONTROL);
}

} // namespace

void AddedTokens::add(const AddedToken& token, std::u32string spelt) {
    if (spelt.empty())
        return;
    std::vector<Spelling>& spellings = m_spellings[spelt.front()];
    const auto shorter = std::find_if(spellings.begin(), spellings.end(),
                                      [&](const Spelling& one) { return one.text.size() < spelt.size(); });
    spellings.insert(shorter, {std::move(spelt), &token});
}

std::vector<AddedTokens::Match> AddedTokens::in(std::u32string_view text) const {
    std::vector<Match> matches;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto spellings = m_spellings.find(text[begin]);
        const Spelling* longest = nullptr;
        if (spellings != m_spellings.end())
            for (const Spelling& one : spellings->second)
                if (text.substr(begin, one.text.size()) == one.text) {
                    longest = &one;
                    break;
                }
        if (longest == nullptr) {
            ++begin;
            continue;
        }
        const std::size_t end = begin + longest->text.size();
        const bool isAlone = (begin == 0 || !isOfWord(text[begin - 1])) && (end == text.size() || !isOfWord(text[end]));
        if (isAlone || !longest->token->singleWord)
            matches.push_back({begin, end, longest->token});
        begin = end;
    }
    return matches;
}

} // namespace headlight
