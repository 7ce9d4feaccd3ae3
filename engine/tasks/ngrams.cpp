#include "tasks/ngrams.h"

#include <vector>

namespace headlight {

NgramCounts<char> wordNgrams(std::string_view words, std::size_t order) {
    std::vector<std::size_t> begins; // of words, and where another one would begin behind the last
    if (!words.empty())
        begins.push_back(0);
    for (std::size_t k = 0; k < words.size(); ++k)
        if (words[k] == ' ')
            begins.push_back(k + 1);
    if (!words.empty())
        begins.push_back(words.size() + 1);
    NgramCounts<char> ngrams;
    for (std::size_t first = 0; first + order < begins.size(); ++first)
        ++ngrams[words.substr(begins[first], begins[first + order] - 1 - begins[first])];
    return ngrams;
}

NgramCounts<char32_t> characterNgrams(std::u32string_view text, std::size_t order) {
    NgramCounts<char32_t> ngrams;
    for (std::size_t first = 0; first + order <= text.size(); ++first)
        ++ngrams[text.substr(first, order)];
    return ngrams;
}

} // namespace headlight
