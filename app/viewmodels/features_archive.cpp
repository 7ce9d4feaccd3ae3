#include "viewmodels/features_archive.h"

#include "viewmodels/map_archive.h"

#include <limits>

namespace headlight {

std::vector<Index> clusterNumbers(const FeaturesModel& features) {
    std::vector<Index> numbers(features.profiles().size());
    for (std::size_t cluster = 0; cluster < features.clusters().size(); ++cluster)
        for (const Index feature : features.clusters()[cluster])
            numbers[std::size_t(feature)] = Index(cluster) + 1;
    return numbers;
}

double factorOf(const AttendModel& attend, const FeaturesModel& features, Index feature) {
    const Intervention& changes = attend.shown().intervention;
    const auto head = changes.find(features.map()->address);
    if (head == changes.end())
        return 1;
    const auto factor = head->second.features.find(feature);
    return factor == head->second.features.end() ? 1 : factor->second;
}

NpzWriter featuresArchive(const AttendModel& attend, const FeaturesModel& features) {
    const AttentionMap& map = *features.map();
    const FeatureChoice all;
    NpzWriter archive =
        mapArchive(*attend.recording(), {{map.address, map.querySequence, MapStage::Weight, all, map.between}},
                   attend.shown().intervention);
    std::vector<std::int64_t> clusters;
    for (const Index cluster : clusterNumbers(features))
        clusters.push_back(std::int64_t(cluster));
    std::vector<double> entropies, disagreements, factors, effects;
    for (Index feature = 0; feature < map.features; ++feature) {
        entropies.push_back(features.profiles()[std::size_t(feature)].entropy);
        disagreements.push_back(features.profiles()[std::size_t(feature)].disagreement);
        factors.push_back(factorOf(attend, features, feature));
    }
    for (const std::optional<double>& effect : features.effects())
        effects.push_back(effect.value_or(std::numeric_limits<double>::quiet_NaN()));
    const std::vector<std::int64_t> shape{std::int64_t(map.features)};
    archive.add("features.cluster", shape, clusters);
    archive.add("features.entropy", shape, entropies);
    archive.add("features.disagreement", shape, disagreements);
    archive.add("features.factor", shape, factors);
    if (!effects.empty())
        archive.add("features.effect", shape, effects);
    return archive;
}

} // namespace headlight
