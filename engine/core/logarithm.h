#pragma once

#include <bit>
#include <cstdint>

namespace headlight {

/// ln x of a normal positive number, within an ulp, by the method of FreeBSD's msun (e_log.c): x = 2^k m with m within
/// √½ … √2, f = m − 1, s = f / (2 + f), ln m = 2 artanh s. Without a branch, so that a loop takes several at a time;
/// the library's takes one.
inline double logarithm(double x) {
    constexpr double ln2High = 6.93147180369123816490e-01, ln2Low = 1.90821492927058770002e-10;
    const auto bits = std::bit_cast<std::int64_t>(x);
    const std::int64_t k = (bits - std::bit_cast<std::int64_t>(0.70710678118654752440)) >> 52;
    const double f = std::bit_cast<double>(bits - (k << 52)) - 1.0;
    const double s = f / (2.0 + f), z = s * s, half = 0.5 * f * f, exponent = double(k);
    const double series = z * (6.666666666666735130e-01 +
                               z * (3.999999999940941908e-01 +
                                    z * (2.857142874366239149e-01 +
                                         z * (2.222219843214978396e-01 +
                                              z * (1.818357216161805012e-01 +
                                                   z * (1.531383769920937332e-01 + z * 1.479819860511658591e-01))))));
    return exponent * ln2High - ((half - (s * (half + series) + exponent * ln2Low)) - f);
}

} // namespace headlight
