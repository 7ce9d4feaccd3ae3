#pragma once

#include "models/published/network.h"
#include "results/head_info.h"

#include <vector>

namespace headlight {

/// All heads of a network by address; those of its decoder are the second sequence's.
std::vector<HeadInfo> headsOf(const PublishedNetwork& network);

} // namespace headlight
