#include "text/added_tokens.h"

#include <unicode/uchar.h>

namespace headlight {

bool isWordCharacter(char32_t c) {
    constexpr uint32_t categories = U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK;
    return u_isUAlphabetic(UChar32(c)) || (U_GET_GC_MASK(UChar32(c)) & categories) != 0 ||
           u_hasBinaryProperty(UChar32(c), UCHAR_JOIN_CONTROL);
}

void AddedTokens::add(const AddedToken& token, std::u32string spelt) {
    if (spelt.empty())
        return;
    std::size_t node = 0;
    for (const char32_t c : spelt) {
        const auto [found, isNew] = m_edges.try_emplace(edge(node, c), m_ends.size());
        if (isNew)
            m_ends.push_back(nullptr);
        node = found->second;
    }
    m_begins.set(spelt.front() & 0xFF);
    if (m_ends[node] == nullptr) // of two that are spelt alike the first one stays
        m_ends[node] = &token;
}

std::vector<AddedTokens::Match> AddedTokens::in(std::u32string_view text) const {
    std::vector<Match> matches;
    std::size_t taken = 0; // by the last match
    for (std::size_t begin = 0; begin < text.size();) {
        if (!m_begins.test(text[begin] & 0xFF)) {
            ++begin;
            continue;
        }
        Match match;
        std::size_t node = 0;
        for (std::size_t end = begin; end < text.size(); ++end) {
            const auto next = m_edges.find(edge(node, text[end]));
            if (next == m_edges.end())
                break;
            node = next->second;
            if (m_ends[node] != nullptr)
                match = {begin, end + 1, m_ends[node]};
        }
        if (match.token == nullptr) {
            ++begin;
            continue;
        }
        begin = match.end;
        const bool isAlone = (match.begin == 0 || !isWordCharacter(text[match.begin - 1])) &&
                             (match.end == text.size() || !isWordCharacter(text[match.end]));
        if ((match.token->singleWord && !isAlone) || match.begin < taken)
            continue;
        while (match.token->takesLeft && match.begin > taken && isWhiteSpace(text[match.begin - 1]))
            --match.begin;
        while (match.token->takesRight && match.end < text.size() && isWhiteSpace(text[match.end]))
            ++match.end;
        taken = match.end;
        matches.push_back(match);
    }
    return matches;
}

} // namespace headlight
