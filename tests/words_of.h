#pragma once

#include "text/unicode.h"

#include <string>
#include <vector>

namespace headlight {

/// The pieces of a text between white space.
inline std::vector<std::string> wordsOf(std::string_view text) {
    const std::vector<std::string_view> pieces = splitAtWhiteSpace(text);
    return {pieces.begin(), pieces.end()};
}

} // namespace headlight
