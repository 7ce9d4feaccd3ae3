#pragma once

#include "results/attention_map.h"

#include <vector>

namespace headlight {

/// How one feature of a feature-wise head attends, as means over the queries that see anything.
struct FeatureProfile {
    double disagreement = 0; ///< with the mean of all features: ½ Σ |p − mean|, 0 … 1
    double entropy = 0;      ///< −Σ p ln p, in nats
};

/// Of weights with all features of their mechanism; a profile for each feature. std::invalid_argument for scores.
std::vector<FeatureProfile> featureProfiles(const AttentionMap& map);

} // namespace headlight
