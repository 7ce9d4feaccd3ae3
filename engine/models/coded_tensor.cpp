#include "models/coded_tensor.h"

#include "core/half.h"
#include "models/weights/ggml_blocks.h"

#include <algorithm>
#include <array>
#include <type_traits>

namespace headlight {

namespace {

constexpr Index mostOfBlock = 256; ///< numbers that any type has in a block

} // namespace

bool CodedTensor::has(Dtype dtype, Index length) {
    const DtypeBlock block = dtypeBlock(dtype);
    const bool isNarrow = dtype == Dtype::F16 || dtype == Dtype::BF16 || block.numbers > 1;
    return isNarrow && block.numbers <= mostOfBlock && length % block.numbers == 0;
}

CodedTensor::CodedTensor(const char* bytes, Dtype dtype, Index length)
    : m_bytes(bytes), m_dtype(dtype), m_block(dtypeBlock(dtype)), m_length(length) {}

void CodedTensor::decode(Index line, Index first, Index count, Real* out) const {
    first += line * m_length;
    const auto decodeTo = [&]<class Number>(Number* to) {
        if constexpr (std::is_same_v<Number, float>) {
            decodeFloats(first, count, to);
        } else {
            std::array<float, mostOfBlock> some;
            for (Index done = 0; done < count; done += mostOfBlock) {
                const Index now = std::min(mostOfBlock, count - done);
                decodeFloats(first + done, now, some.data());
                std::copy_n(some.begin(), now, to + done);
            }
        }
    };
    decodeTo(out);
}

void CodedTensor::decodeFloats(Index first, Index count, float* out) const {
    if (m_dtype == Dtype::F16)
        return fromHalf(m_bytes + 2 * first, out, std::size_t(count));
    if (m_dtype == Dtype::BF16)
        return fromBfloat16(m_bytes + 2 * first, out, std::size_t(count));
    const Index size = m_block.numbers;
    while (count > 0) {
        const char* const block = m_bytes + first / size * m_block.bytes;
        const Index within = first % size;
        Index now = count / size * size;
        if (within != 0 || now == 0) { // a block that is not wanted as a whole
            std::array<float, mostOfBlock> whole;
            dequantise(m_dtype, block, 1, whole.data());
            now = std::min(size - within, count);
            std::copy_n(whole.begin() + within, now, out);
        } else {
            dequantise(m_dtype, block, now / size, out);
        }
        first += now;
        count -= now;
        out += now;
    }
}

} // namespace headlight
