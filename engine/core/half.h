#pragma once

#include <cstddef>
#include <cstdint>

namespace headlight {

/// IEEE 754 half precision as its 16 bits. Rounds to the nearest, ties to even; subnormals, zeros with their sign and
/// infinities are exact, what is beyond 65504 (and does not round down to it) becomes infinite, NaN stays NaN.
std::uint16_t toHalf(float value);
float fromHalf(std::uint16_t bits);

void toHalf(const float* values, std::uint16_t* bits, std::size_t count);
/// Of bytes anywhere in memory.
void fromHalf(const char* bytes, float* values, std::size_t count);

/// bfloat16 is the upper half of a float: every value is exact.
float fromBfloat16(std::uint16_t bits);
void fromBfloat16(const char* bytes, float* values, std::size_t count);

} // namespace headlight
