#pragma once

#include <cstdint>
#include <vector>

namespace headlight {

/// A stream of random numbers for orders and splits, the same on every machine (SplitMix64: Steele, Lea and Flood
/// 2014).
class ShuffleStream {
public:
    ShuffleStream(std::uint64_t seed, std::uint64_t stream);

    std::uint64_t next();
    /// Uniform in 0 … bound − 1, without bias; bound > 0.
    std::uint64_t below(std::uint64_t bound);

private:
    std::uint64_t m_state;
};

/// 0 … count − 1 in random order.
std::vector<int> shuffledOrder(int count, std::uint64_t seed, std::uint64_t stream);

} // namespace headlight
