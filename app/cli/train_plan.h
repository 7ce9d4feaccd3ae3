#pragma once

#include "engine/data/corpus.h"
#include "engine/train/run_config.h"

#include <string>
#include <vector>

namespace headlight {

/// What `train` is asked for, as written on the command line; empty: not given.
struct TrainRequest {
    std::string model, task, data, recipe, preset, config, seeds, folds;
    std::vector<std::string> set, probes;
};

/// The runs that a command asks for, to be done one after another on one corpus.
struct TrainPlan {
    Corpus corpus;
    std::vector<RunConfig> runs;
    std::vector<std::string> notes; ///< what was decided for the user
};

/// Error when anything is unknown, contradictory or out of range, or the corpus can't be read.
TrainPlan planOf(const TrainRequest& request);

} // namespace headlight
