#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace headlight {

/// How often each n-gram of one order occurs in a text, of which its keys are parts: the text has to stay where it is.
template <class Character>
using NgramCounts = std::unordered_map<std::basic_string_view<Character>, std::int64_t>;

/// Of words, between two of which is a single space.
NgramCounts<char> wordNgrams(std::string_view words, std::size_t order);

NgramCounts<char32_t> characterNgrams(std::u32string_view text, std::size_t order);

/// How many n-grams there are, each as often as it occurs.
template <class Character>
std::int64_t countOf(const NgramCounts<Character>& ngrams) {
    std::int64_t count = 0;
    for (const auto& entry : ngrams)
        count += entry.second;
    return count;
}

/// How many of them both have, each as often as it occurs on the side that has it less often.
template <class Character>
std::int64_t countOfCommon(const NgramCounts<Character>& some, const NgramCounts<Character>& others) {
    std::int64_t common = 0;
    for (const auto& [ngram, count] : some)
        if (const auto found = others.find(ngram); found != others.end())
            common += std::min(count, found->second);
    return common;
}

} // namespace headlight
