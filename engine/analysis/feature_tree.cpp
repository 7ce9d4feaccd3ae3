#include "analysis/feature_tree.h"

#include "core/matrix.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>

namespace headlight {

namespace {

/// By the products of all pairs: |p − q|² = |p|² + |q|² − 2 p·q, less the mean of all features, so that little is lost
/// to rounding where they are nearly alike.
std::vector<float> distancesOf(const AttentionMap& map) {
    const Index features = map.features;
    using Numbers = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic>;
    Numbers maps = Eigen::Map<const Numbers>(map.values.data(), features, map.queries * map.keys);
    const Eigen::VectorXf mean = maps.colwise().mean().transpose();
    maps.rowwise() -= mean.transpose();
    const Numbers products = maps * maps.transpose();
    std::vector<float> distances(std::size_t(features * features), 0);
    for (Index a = 0; a < features; ++a)
        for (Index b = 0; b < features; ++b)
            if (a != b) {
                const float square =
                    std::max(0.0f, products(a, a) + products(b, b) - 2 * products(std::min(a, b), std::max(a, b)));
                distances[std::size_t(a * features + b)] = std::sqrt(square / float(std::max<Index>(1, map.queries)));
            }
    return distances;
}

} // namespace

FeatureTree::FeatureTree(const AttentionMap& map, const Check& check) : m_features(map.features) {
    if (map.features != map.mechanismFeatures || !isAttention(map.address.part) || map.stage != MapStage::Weight)
        throw std::invalid_argument("FeatureTree: expected the weights of all features");
    m_distances = distancesOf(map);
    link(check);
}

/// By chains of nearest neighbours (Murtagh 1983), which finds the same merges as looking for the nearest pair each
/// time, in the square of the features.
void FeatureTree::link(const Check& check) {
    const auto count = std::size_t(m_features);
    std::vector<float> between = m_distances;
    std::vector<Index> sizes(count, 1), chain;
    std::vector<bool> gone(count, false);
    const auto at = [&](Index a, Index b) -> float& { return between[std::size_t(a * m_features + b)]; };
    for (Index left = m_features; left > 1;) {
        if (check)
            check();
        if (chain.empty())
            chain.push_back(std::find(gone.begin(), gone.end(), false) - gone.begin());
        const Index tip = chain.back(), before = chain.size() > 1 ? chain[chain.size() - 2] : -1;
        Index nearest = before;
        float least = before >= 0 ? at(tip, before) : std::numeric_limits<float>::infinity();
        for (Index other = 0; other < m_features; ++other)
            if (!gone[std::size_t(other)] && other != tip && (nearest < 0 || at(tip, other) < least)) {
                nearest = other;
                least = at(tip, other);
            }
        if (nearest != before) {
            chain.push_back(nearest);
            continue;
        }
        const Index into = std::min(tip, before), from = std::max(tip, before);
        m_merges.push_back({into, from, least});
        const auto a = float(sizes[std::size_t(into)]), b = float(sizes[std::size_t(from)]);
        for (Index other = 0; other < m_features; ++other)
            if (!gone[std::size_t(other)] && other != into && other != from)
                at(into, other) = at(other, into) = (a * at(into, other) + b * at(from, other)) / (a + b);
        sizes[std::size_t(into)] += sizes[std::size_t(from)];
        gone[std::size_t(from)] = true;
        chain.resize(chain.size() - 2);
        --left;
    }
    std::stable_sort(m_merges.begin(), m_merges.end(),
                     [](const Merge& a, const Merge& b) { return a.distance < b.distance; });
}

std::vector<Index> FeatureTree::cut(Index count) const {
    std::vector<Index> parent(static_cast<std::size_t>(m_features));
    std::iota(parent.begin(), parent.end(), Index(0));
    const auto rootOf = [&](Index feature) {
        while (parent[std::size_t(feature)] != feature)
            feature = parent[std::size_t(feature)];
        return feature;
    };
    const Index merges = m_features - std::clamp<Index>(count, 1, std::max<Index>(1, m_features));
    for (Index k = 0; k < merges; ++k) {
        const Index a = rootOf(m_merges[std::size_t(k)].first), b = rootOf(m_merges[std::size_t(k)].second);
        parent[std::size_t(std::max(a, b))] = std::min(a, b);
    }
    std::vector<Index> clusters;
    for (Index feature = 0; feature < m_features; ++feature)
        clusters.push_back(rootOf(feature));
    return clusters;
}

std::vector<std::vector<Index>> FeatureTree::clusters(Index count) const {
    std::map<Index, std::vector<Index>> members; // by the least feature
    const std::vector<Index> of = cut(count);
    for (Index feature = 0; feature < m_features; ++feature)
        members[of[std::size_t(feature)]].push_back(feature);
    std::vector<std::vector<Index>> clusters;
    for (auto& [least, features] : members)
        clusters.push_back(std::move(features));
    std::stable_sort(clusters.begin(), clusters.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    return clusters;
}

double FeatureTree::silhouette(Index count) const {
    const std::vector<std::vector<Index>> all = clusters(count);
    if (all.size() < 2)
        return 0;
    double sum = 0;
    for (std::size_t own = 0; own < all.size(); ++own)
        for (const Index feature : all[own]) {
            if (all[own].size() == 1)
                continue;
            double inside = 0, outside = std::numeric_limits<double>::infinity();
            for (std::size_t cluster = 0; cluster < all.size(); ++cluster) {
                double far = 0;
                for (const Index other : all[cluster])
                    far += double(distance(feature, other));
                if (cluster == own)
                    inside = far / double(all[own].size() - 1);
                else
                    outside = std::min(outside, far / double(all[cluster].size()));
            }
            if (const double larger = std::max(inside, outside); larger > 0)
                sum += (outside - inside) / larger;
        }
    return sum / double(m_features);
}

Index FeatureTree::suggested(Index most) const {
    Index best = 1;
    double largest = 0;
    for (Index count = 2; count <= std::min(most, m_features); ++count)
        if (const double value = silhouette(count); value > largest) {
            best = count;
            largest = value;
        }
    return best;
}

} // namespace headlight
