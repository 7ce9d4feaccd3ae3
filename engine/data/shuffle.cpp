#include "data/shuffle.h"

#include <numeric>
#include <utility>

namespace headlight {

namespace {

std::uint64_t mix(std::uint64_t value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

constexpr std::uint64_t increment = 0x9E3779B97F4A7C15u;

} // namespace

ShuffleStream::ShuffleStream(std::uint64_t seed, std::uint64_t stream)
    : m_state(mix(mix(seed + increment) + increment * (stream + 1))) {}

std::uint64_t ShuffleStream::next() {
    m_state += increment;
    return mix(m_state);
}

std::uint64_t ShuffleStream::below(std::uint64_t bound) {
    const std::uint64_t rejected = (0 - bound) % bound; // 2^64 mod bound
    std::uint64_t value = next();
    while (value < rejected)
        value = next();
    return value % bound;
}

std::vector<int> shuffledOrder(int count, std::uint64_t seed, std::uint64_t stream) {
    std::vector<int> order(std::size_t(count > 0 ? count : 0));
    std::iota(order.begin(), order.end(), 0);
    ShuffleStream random(seed, stream);
    for (std::size_t left = order.size(); left > 1; --left)
        std::swap(order[left - 1], order[std::size_t(random.below(left))]);
    return order;
}

} // namespace headlight
