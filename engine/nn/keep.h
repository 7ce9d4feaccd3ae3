#pragma once

#include <string>

namespace headlight {

/// The least keep probability that an option can have.
inline constexpr double lowestKeep = 0.05;

/// The keep probability of one place of dropout: its own option, or the `general` one where that is 0.
inline double keepOr(double own, double general) {
    return own > 0 ? own : general;
}

/// Error naming the option where its value is neither 0 nor a probability that can be kept with: what its range from 0
/// does not tell.
void checkKeep(const std::string& name, double own);

} // namespace headlight
