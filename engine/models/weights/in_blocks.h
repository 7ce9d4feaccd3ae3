#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace headlight {

/// The numbers [first, first + count) of a tensor that is stored in blocks of `size` numbers: calls
/// read(firstBlock, blocks, numbers) for stretches of at most `most` whole blocks. Of a block that is not wanted as a
/// whole, the rest is thrown away.
template <class Read>
void readInBlocks(std::int64_t first, std::int64_t count, std::int64_t size, std::int64_t most, float* out, Read read) {
    std::vector<float> part;
    for (const std::int64_t end = first + count; first < end;) {
        const std::int64_t block = first / size, within = first % size;
        std::int64_t some = std::min(most, (end - first) / size) * size;
        if (within != 0 || some == 0) {
            some = std::min(size - within, end - first);
            part.resize(std::size_t(size));
            read(block, std::int64_t(1), part.data());
            std::copy_n(part.begin() + within, some, out);
        } else {
            read(block, some / size, out);
        }
        first += some;
        out += some;
    }
}

} // namespace headlight
