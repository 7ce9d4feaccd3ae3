#pragma once

#include <cstdint>

namespace headlight {

/// The linear congruential generator by which scripts of tests/golden draw what is not in their files.
class Draw {
public:
    explicit Draw(std::uint64_t seed) : m_state(seed) {}
    std::size_t operator()(std::size_t count) {
        m_state = m_state * 6364136223846793005u + 1442695040888963407u;
        return std::size_t(m_state >> 33) % count;
    }

private:
    std::uint64_t m_state;
};

} // namespace headlight
