#pragma once

#include "text/unicode.h"

#include <algorithm>
#include <unicode/uchar.h>

namespace headlight {

/// Whether a character is of one of the general categories, a mask of ICU such as U_GC_MN_MASK.
inline bool hasCategory(char32_t c, uint32_t mask) {
    return (U_GET_GC_MASK(UChar32(c)) & mask) != 0;
}

/// What SentencePiece writes for a space.
inline constexpr char32_t lowerBlock = U'\u2581';

/// The characters `begin` to `end` of a text.
inline SpannedText partOf(SpannedText& text, std::size_t begin, std::size_t end) {
    if (begin == 0 && end == text.text.size())
        return std::move(text);
    SpannedText part;
    part.text.assign(text.text, begin, end - begin);
    part.spans.assign(text.spans.begin() + std::ptrdiff_t(begin), text.spans.begin() + std::ptrdiff_t(end));
    return part;
}

/// Makes no span begin or end before that of the character in front of it, where characters changed places.
inline void keepSpansInOrder(SpannedText& text) {
    for (std::size_t i = 1; i < text.spans.size(); ++i)
        text.spans[i].end = std::max(text.spans[i].end, text.spans[i - 1].end);
    for (std::size_t i = text.spans.size(); i-- > 1;)
        text.spans[i - 1].begin = std::min(text.spans[i].begin, text.spans[i - 1].begin);
}

} // namespace headlight
