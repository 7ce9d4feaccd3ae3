#include "models/coded_tensor.h"

#include "core/half.h"
#include "models/weights/ggml_blocks.h"
#include "models/weights/in_blocks.h"

#include <algorithm>
#include <array>
#include <type_traits>

namespace headlight {

namespace {

constexpr Index atOnce = 256; ///< numbers that are turned into double

} // namespace

bool CodedTensor::has(Dtype dtype, Index length) {
    const DtypeBlock block = dtypeBlock(dtype);
    const bool isNarrow = dtype == Dtype::F16 || dtype == Dtype::BF16 || block.numbers > 1;
    return isNarrow && length % block.numbers == 0;
}

CodedTensor::CodedTensor(const char* bytes, Dtype dtype, Index length)
    : m_bytes(bytes), m_dtype(dtype), m_block(dtypeBlock(dtype)), m_length(length) {}

void CodedTensor::decode(Index line, Index first, Index count, Real* out) const {
    first += line * m_length;
    const auto decodeTo = [&]<class Number>(Number* to) {
        if constexpr (std::is_same_v<Number, float>) {
            decodeFloats(first, count, to);
        } else {
            std::array<float, atOnce> some;
            for (Index done = 0; done < count; done += atOnce) {
                const Index now = std::min(atOnce, count - done);
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
    readInBlocks(first, count, m_block.numbers, count, out,
                 [&](std::int64_t block, std::int64_t blocks, float* numbers) {
                     dequantise(m_dtype, m_bytes + block * m_block.bytes, blocks, numbers);
                 });
}

} // namespace headlight
