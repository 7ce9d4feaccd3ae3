#pragma once

#include "attention/rotary.h"
#include "models/published/config_entries.h"

namespace headlight {

/// The rotations of a head's first `features` features that config.json describes: by "rope_theta" and "rope_scaling",
/// or "rope_parameters" as later versions write it. Error for a kind of scaling that is not known.
Rotary rotaryOf(const ConfigEntries& config, Index features, double theta = 10000);

/// The same by one object, {"rope_type": …, "rope_theta": …, "factor": …}.
Rotary rotaryBy(const ConfigEntries& entries, Index features, double theta);

} // namespace headlight
