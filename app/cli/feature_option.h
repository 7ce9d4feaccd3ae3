#pragma once

#include "engine/models/recording.h"
#include "engine/results/head_info.h"

#include <map>
#include <optional>
#include <string>

namespace headlight {

/// What --features says of feature-wise heads.
struct FeatureOption {
    /// A cluster of features that attend alike, the largest first.
    struct Cluster {
        Index number = 1; ///< from 1
        Index of = 0;     ///< clusters; 0: as many as the silhouette suggests
    };
    FeatureChoice choice;           ///< all when nothing was said
    std::optional<Cluster> cluster; ///< then `choice` is made of each head's own map
};

/// Error when it is none of all, mean, max, std, cluster:K, cluster:K/N and a number below `features`.
FeatureOption featureOption(const std::string& text, Index features);

/// The same of one head of a text. Error when it has not so many clusters.
FeatureChoice choiceFor(const FeatureOption& option, const HeadInfo& head, const Recording& recording, int sequence,
                        const Check& check);

/// "0.1:3,5-9" is a place and features of it; without colon there are none. Error when the head has not these
/// features, or none that can be scaled.
struct FeaturePlace {
    std::string head;
    std::optional<std::string> features; ///< "3,5-9"; none: the head as a whole
};
FeaturePlace featurePlace(const std::string& text);
/// Gives these features of the head the factor; Error as said above, beginning with `option`.
void scaleFeatures(const std::string& option, const FeaturePlace& place, const HeadInfo& head, double factor,
                   std::map<Index, double>& factors);

} // namespace headlight
