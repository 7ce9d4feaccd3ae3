#pragma once

#include "attention/rotary.h"
#include "models/published/config_entries.h"

namespace headlight {

/// The rotations of a head's first `features` features that config.json describes: by "rope_theta" and "rope_scaling",
/// or "rope_parameters" as later versions write it. Error for a kind of scaling that is not known.
Rotary rotaryOf(const ConfigEntries& config, Index features, double theta = 10000);

/// The same by one object, {"rope_type": …, "rope_theta": …, "factor": …}.
Rotary rotaryBy(const ConfigEntries& entries, Index features, double theta);

/// Of `width` features of a head as many as are turned, an even number: the share that the entry says, or
/// "partial_rotary_factor" in "rope_parameters".
Index turnedFeatures(const ConfigEntries& config, Index width, const char* entry, double otherwise);

} // namespace headlight
