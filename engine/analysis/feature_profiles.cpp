#include "analysis/feature_profiles.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headlight {

namespace {

/// Of one query, added to the sums of each feature.
void add(const AttentionMap& map, Index query, std::vector<FeatureProfile>& sums) {
    for (Index key = 0; key < map.keys; ++key) {
        const float* weights = &map.values[std::size_t((query * map.keys + key) * map.features)];
        double mean = 0;
        for (Index feature = 0; feature < map.features; ++feature)
            mean += double(weights[feature]);
        mean /= double(map.features);
        for (Index feature = 0; feature < map.features; ++feature) {
            const double weight = double(weights[feature]);
            FeatureProfile& sum = sums[std::size_t(feature)];
            sum.disagreement += std::abs(weight - mean) / 2;
            sum.entropy -= weight > 0 ? weight * std::log(weight) : 0;
        }
    }
}

} // namespace

std::vector<FeatureProfile> featureProfiles(const AttentionMap& map) {
    if (map.stage != MapStage::Weight || map.features != map.mechanismFeatures)
        throw std::invalid_argument("featureProfiles: expected the weights of all features");
    std::vector<FeatureProfile> profiles(std::size_t(map.features));
    Index queries = 0;
    for (Index query = 0; query < map.queries; ++query) {
        bool sees = false;
        for (Index key = 0; key < map.keys; ++key)
            sees = sees || map.isVisible(query, key);
        if (!sees)
            continue;
        add(map, query, profiles);
        ++queries;
    }
    for (FeatureProfile& profile : profiles) {
        profile.disagreement /= double(std::max<Index>(1, queries));
        profile.entropy /= double(std::max<Index>(1, queries));
    }
    return profiles;
}

} // namespace headlight
