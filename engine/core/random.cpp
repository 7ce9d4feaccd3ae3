#include "core/random.h"

#include <cassert>
#include <cmath>
#include <numbers>

namespace headlight {

double Random::normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
}

std::uint64_t Random::below(std::uint64_t bound) {
    // Rejects the few values that would make the first remainders more likely than the last.
    const std::uint64_t unfair = (0 - bound) % bound;
    std::uint64_t value = bits();
    while (value < unfair)
        value = bits();
    return value % bound;
}

namespace {

/// 32 well mixed bits for number `index` of a stream; only 32-bit operations, so that the loops below are vectorised.
inline std::uint32_t elementBits(std::uint32_t index, std::uint32_t low, std::uint32_t high) {
    std::uint32_t x = (index + low) * 0x9E3779B1u;
    x = (x ^ (x >> 16) ^ high) * 0x7FEB352Du;
    x = (x ^ (x >> 15)) * 0x846CA68Bu;
    return x ^ (x >> 16);
}

struct Stream {
    std::uint32_t low, high, threshold;
    Real scale;
    Stream(RandomKey key, Real keep)
        : low(std::uint32_t(key.value())), high(std::uint32_t(key.value() >> 32)),
          threshold(std::uint32_t(double(keep) * 0x1.0p31)), scale(1 / keep) {
        assert(keep > 0 && keep < 1);
    }
    /// 1 / keep or 0. Compared as signed 31-bit numbers: that is one instruction for a whole vector.
    Real factor(std::uint32_t index) const {
        const auto draw = std::int32_t(elementBits(index, low, high) >> 1);
        return draw < std::int32_t(threshold) ? scale : Real(0);
    }
};

} // namespace

void dropout(RandomKey key, Real keep, const Real* in, Real* out, Index count) {
    const Stream stream(key, keep);
    const auto n = std::uint32_t(count);
    for (std::uint32_t k = 0; k < n; ++k)
        out[k] = in[k] * stream.factor(k);
}

void dropoutAdd(RandomKey key, Real keep, const Real* in, Real* out, Index count) {
    const Stream stream(key, keep);
    const auto n = std::uint32_t(count);
    for (std::uint32_t k = 0; k < n; ++k)
        out[k] += in[k] * stream.factor(k);
}

} // namespace headlight
