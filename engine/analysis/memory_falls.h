#pragma once

#include "analysis/scale_measurement.h"

namespace headlight {

/// A length whose step needs less memory than that of the next shorter one.
struct MemoryFall {
    ScaleMeasurement before, after;

    /// Whether fewer sequences are in memory at once, which explains it. Else more of the blocks that a step gives back
    /// have a size that its later arrays can use.
    bool hasFewerSequences() const { return after.sequencesAtOnce < before.sequencesAtOnce; }
};

/// Of the points of one curve, in any order; only measured ones count.
std::vector<MemoryFall> memoryFalls(const std::vector<ScaleMeasurement>& curve);

/// Why the memory of curves falls: "Memory falls where fewer sequences are in memory at once: 6 at 256 tokens, 2 at
/// 512." Names at most so many places of each kind. Empty when nothing falls.
std::string memoryFallsText(const std::vector<MemoryFall>& falls, std::size_t most);

} // namespace headlight
