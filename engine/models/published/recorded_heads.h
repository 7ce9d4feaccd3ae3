#pragma once

#include "models/published/network.h"
#include "models/recording.h"
#include "results/head_info.h"

#include <vector>

namespace headlight {

/// All heads of a network by address; those of its decoder are the second sequence's.
std::vector<HeadInfo> headsOf(const PublishedNetwork& network);

/// What a pass over a sequence has recorded of them.
std::vector<Recording::Head> recordedHeads(const Trace& trace, int sequence);

} // namespace headlight
