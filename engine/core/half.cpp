#include "core/half.h"

#include <Eigen/Core>
#include <bit>

namespace headlight {

std::uint16_t toHalf(float value) {
    return Eigen::numext::bit_cast<std::uint16_t>(Eigen::half(value));
}

float fromHalf(std::uint16_t bits) {
    return static_cast<float>(Eigen::numext::bit_cast<Eigen::half>(bits));
}

void toHalf(const float* values, std::uint16_t* bits, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        bits[i] = toHalf(values[i]);
}

void fromHalf(const std::uint16_t* bits, float* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        values[i] = fromHalf(bits[i]);
}

float fromBfloat16(std::uint16_t bits) {
    return std::bit_cast<float>(std::uint32_t(bits) << 16);
}

void fromBfloat16(const std::uint16_t* bits, float* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        values[i] = fromBfloat16(bits[i]);
}

} // namespace headlight
