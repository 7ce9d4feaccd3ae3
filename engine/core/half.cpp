#include "core/half.h"

#include <Eigen/Core>
#include <bit>
#include <cstring>

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

void fromHalf(const char* bytes, float* values, std::size_t count) {
    constexpr std::size_t most = 64; // at a time: several vectors of any processor
    Eigen::Array<Eigen::half, most, 1> some;
    for (; count >= most; count -= most, bytes += sizeof some, values += most) {
        std::memcpy(some.data(), bytes, sizeof some);
        Eigen::Map<Eigen::Array<float, most, 1>> widened(values);
        widened = some.cast<float>();
    }
    for (std::size_t i = 0; i < count; ++i) {
        std::uint16_t bits;
        std::memcpy(&bits, bytes + i * sizeof bits, sizeof bits);
        values[i] = fromHalf(bits);
    }
}

float fromBfloat16(std::uint16_t bits) {
    return std::bit_cast<float>(std::uint32_t(bits) << 16);
}

void fromBfloat16(const char* bytes, float* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        std::uint16_t bits;
        std::memcpy(&bits, bytes + i * sizeof bits, sizeof bits);
        values[i] = fromBfloat16(bits);
    }
}

} // namespace headlight
