#include "core/code_points.h"

namespace headlight {

CodePoint firstOf(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
    if (length == 0 || length > text.size())
        return {};
    char32_t value = length == 1 ? lead : lead & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0) != 0x80)
            return {};
        value = value << 6 | (next & 0x3Fu);
    }
    constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000}; // what fewer bytes can say hides behind more of them
    const bool isSurrogate = value >= 0xD800 && value <= 0xDFFF;
    return value < smallest[length] || value > 0x10FFFF || isSurrogate ? CodePoint{} : CodePoint{value, length};
}

bool isPrintable(char32_t c) {
    const auto within = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
    return !within(0, 0x1F) && !within(0x7F, 0x9F) && c != 0x61C && !within(0x200E, 0x200F) &&
           !within(0x2028, 0x202E) && !within(0x2066, 0x2069);
}

} // namespace headlight
