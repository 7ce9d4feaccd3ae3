#pragma once

#include "models/model_summary.h"
#include "models/published/architecture.h"
#include "models/published/network.h"

namespace headlight {

/// `words`: entries of its vocabulary.
ModelSummary summaryOf(const Architecture& architecture, const PublishedNetwork& network, Index words);

} // namespace headlight
