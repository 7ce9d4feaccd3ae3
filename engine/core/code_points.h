#pragma once

#include <cstddef>
#include <string_view>

namespace headlight {

struct CodePoint {
    char32_t value = 0;
    std::size_t bytes = 0; ///< 0: no UTF-8
};

/// The first of the text, which is not empty.
CodePoint firstOf(std::string_view text);

/// False of controls, ends of lines and paragraphs, and the marks that turn the direction of writing.
bool isPrintable(char32_t c);

} // namespace headlight
