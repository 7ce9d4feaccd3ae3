#include "core/hash.h"

#include <algorithm>
#include <zlib.h>

namespace headlight {

std::uint32_t crc32Of(std::string_view bytes) {
    constexpr std::size_t longest = 1u << 30; // zlib counts with 32 bits
    uLong sum = crc32(0, nullptr, 0);
    for (std::size_t begin = 0; begin < bytes.size(); begin += longest)
        sum = crc32(sum, reinterpret_cast<const Bytef*>(bytes.data() + begin),
                    uInt(std::min(longest, bytes.size() - begin)));
    return std::uint32_t(sum);
}

} // namespace headlight
