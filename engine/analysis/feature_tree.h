#pragma once

#include "core/check.h"
#include "results/attention_map.h"

#include <vector>

namespace headlight {

/// Which features of a head attend alike: average linkage (UPGMA) over the distances between their maps. One tree holds
/// the clusters of every number of them.
class FeatureTree {
public:
    /// Of weights with all features of their mechanism. The distance of two features is the root of the mean over
    /// queries of Σ (p − q)². `check` may throw. std::invalid_argument for a map that is reduced.
    explicit FeatureTree(const AttentionMap& map, const Check& check = {});

    Index features() const { return m_features; }
    /// The features of each cluster, ascending; the largest cluster first, of equally large ones the one with the least
    /// feature. `count` is brought within 1 … features().
    std::vector<std::vector<Index>> clusters(Index count) const;
    /// Mean silhouette of the features (Rousseeuw 1987), −1 … 1: how much nearer they are to their own cluster than to
    /// the next one. A cluster of one feature counts 0; of one cluster alone it is 0.
    double silhouette(Index count) const;
    /// The number of clusters from 2 to `most` with the largest silhouette, the least one of several; 1 where all
    /// features are alike.
    Index suggested(Index most = 12) const;

private:
    struct Merge {
        Index first, second; ///< features that stand for the two clusters; the lesser one does from then on
        float distance;
    };
    float distance(Index a, Index b) const { return m_distances[std::size_t(a * m_features + b)]; }
    void link(const Check& check);
    /// Number of the cluster of each feature, without order.
    std::vector<Index> cut(Index count) const;

    Index m_features = 0;
    std::vector<float> m_distances; ///< [features × features]
    std::vector<Merge> m_merges;    ///< by distance
};

} // namespace headlight
