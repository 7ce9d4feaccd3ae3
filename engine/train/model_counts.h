#pragma once

#include "models/parameter_counts.h"
#include "train/run_config.h"

namespace headlight {

/// Parameters of the model that is configured, which is cheap: none of them gets numbers. Error when its options don't
/// fit together.
ParameterCounts countsOf(const RunConfig& config, int classes);

} // namespace headlight
