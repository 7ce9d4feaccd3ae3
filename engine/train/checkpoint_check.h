#pragma once

#include "train/checkpoint.h"

namespace headlight {

/// An entry of a checkpoint that no training has written.
struct BadEntry {
    std::string name; ///< "best.epoch"
    std::string why;  ///< what was expected, or what it contradicts
};

/// BadEntry when no run of these facts can be in this state: a value is out of range, or two of them contradict each
/// other. Going on from such a state would give results that look like those of a run that was never stopped.
void checkState(const TrainState& state, std::int64_t optimizerSteps, const std::vector<double>& rates,
                const RunFacts& facts);

} // namespace headlight
