#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace headlight {

/// What a text of whole numbers, separated by commas, may hold.
struct NumberList {
    std::int64_t least = 0, most = 0;
    std::size_t mostNumbers = 0;
    std::string expected; ///< "at most 16 widths of 1 to 64 tokens, such as 3,4,5"
};

/// "3, 4,5" → 3, 4, 5; nothing of an empty text only where `mayBeEmpty`. Error with what was expected.
std::vector<std::int64_t> numbersOf(const std::string& text, const NumberList& list, bool mayBeEmpty = false);

} // namespace headlight
