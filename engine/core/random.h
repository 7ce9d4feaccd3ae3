#pragma once

#include "core/matrix.h"

#include <cstdint>

namespace headlight {

/// Names a stream of random numbers. Keys are made from others by `with`, so a stream belongs to what it is used for
/// (seed, step, sequence, site) and not to the order in which threads happen to draw:
///
///     RandomKey(seed).with(step).with(sequence).with(site)
class RandomKey {
public:
    explicit RandomKey(std::uint64_t seed) : m_value(mix(seed)) {}
    RandomKey with(std::uint64_t part) const {
        return RandomKey(m_value ^ (part * 0x9E3779B97F4A7C15u + 0x2545F4914F6CDD1Du));
    }
    std::uint64_t value() const { return m_value; }

    /// The finaliser of SplitMix64: every bit of the input reaches every bit of the result.
    static std::uint64_t mix(std::uint64_t x) {
        x += 0x9E3779B97F4A7C15u;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
        return x ^ (x >> 31);
    }

private:
    std::uint64_t m_value;
};

/// A stream of random numbers of one key, drawn one after the other. The same on every machine and compiler.
class Random {
public:
    explicit Random(RandomKey key) : m_key(key.value()) {}

    std::uint64_t bits() { return RandomKey::mix(m_key ^ RandomKey::mix(m_counter++)); }
    double uniform() { return double(bits() >> 11) * 0x1.0p-53; } ///< [0, 1)
    double normal();                                              ///< mean 0, variance 1
    /// A whole number of [0, bound), every one equally likely.
    std::uint64_t below(std::uint64_t bound);

    template <class Container>
    void shuffle(Container& items) {
        for (std::size_t i = items.size(); i > 1; --i)
            std::swap(items[i - 1], items[std::size_t(below(i))]);
    }

private:
    std::uint64_t m_key;
    std::uint64_t m_counter = 0;
};

/// Inverted dropout of one run of numbers: out[k] = in[k] / keep with probability keep, else 0, independently for each
/// k; 0 < keep < 1 (nn/context.h: Dropout::active() says whether there is anything to drop). The pattern depends on
/// nothing but the key, so that backward passes the same key to get the same pattern.
void dropout(RandomKey key, Real keep, const Real* in, Real* out, Index count);
/// out[k] += in[k] / keep where dropout with the same key kept k.
void dropoutAdd(RandomKey key, Real keep, const Real* in, Real* out, Index count);

} // namespace headlight
