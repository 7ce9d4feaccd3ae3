#include "models/map_archive.h"

#include "models/alterations.h"

#include <algorithm>
#include <limits>

namespace headlight {

std::vector<std::int64_t> shapeOf(const AttentionMap& map) {
    std::vector<std::int64_t> shape;
    if (hasQueries(map.kind))
        shape.push_back(map.queries);
    shape.push_back(map.keys);
    if (map.features > 1)
        shape.push_back(map.features);
    return shape;
}

bool isBlank(const AttentionMap& map, Index query, Index key) {
    return map.stage != MapStage::Weight && !map.isVisible(query, key);
}

namespace {

bool isChosen(const AttentionMap& map, const std::optional<FeatureChoice>& choice) {
    return !choice || map.choice == choice->within(map.mechanismFeatures);
}

/// The one feature that maps show; none where they show all, or what was made of all. A mechanism with fewer features
/// shows its last one.
std::optional<std::int64_t> featureOf(const std::vector<AttentionMap>& maps,
                                      const std::optional<FeatureChoice>& choice) {
    std::optional<std::int64_t> feature;
    for (const AttentionMap& map : maps)
        if (isChosen(map, choice) && map.mechanismFeatures > 1 && map.choice.kind == FeatureChoice::Kind::One)
            feature = std::max(feature.value_or(0), std::int64_t(map.choice.feature));
    return feature;
}

/// How one number was made of all features: "mean of features". Empty where none was made so.
std::string reductionOf(const std::vector<AttentionMap>& maps, const std::optional<FeatureChoice>& choice) {
    for (const AttentionMap& map : maps)
        if (isChosen(map, choice) && map.mechanismFeatures > 1 && map.features == 1 &&
            map.choice.kind != FeatureChoice::Kind::One)
            return map.choice.text();
    return {};
}

void addSide(NpzWriter& archive, const std::string& prefix, const std::vector<std::string>& tokens,
             const std::vector<AttentionMap>& maps, const std::optional<FeatureChoice>& choice) {
    archive.addTexts(prefix + "tokens", tokens);
    for (const AttentionMap& map : maps) {
        if (!isChosen(map, choice))
            continue;
        std::vector<float> values = map.values;
        for (Index query = 0; query < map.queries; ++query)
            for (Index key = 0; key < map.keys; ++key)
                if (isBlank(map, query, key))
                    std::fill_n(values.begin() + (query * map.keys + key) * map.features, map.features,
                                std::numeric_limits<float>::quiet_NaN());
        const std::string name = prefix + "L" + std::to_string(map.layer) + ".H" + std::to_string(map.head) + ".";
        archive.add(name + nameOf(map.stage), shapeOf(map), values);
        if (!map.standardErrors.empty())
            archive.add(name + "standard_error", shapeOf(map), map.standardErrors);
    }
}

void addPrediction(NpzWriter& archive, const Analysis& analysis) {
    const std::vector<std::int64_t> shape{std::int64_t(analysis.labels.size())};
    archive.addTexts("prediction.labels", analysis.labels);
    archive.add("prediction.probabilities", shape, analysis.probabilities);
    archive.add("prediction.logits", shape, analysis.logits);
    if (analysis.score)
        archive.add("prediction.score", {1}, std::vector<double>{*analysis.score});
}

} // namespace

NpzWriter mapArchive(const Analysis& analysis, const Intervention& changes,
                     const std::optional<FeatureChoice>& choice) {
    NpzWriter archive;
    addSide(archive, "", analysis.tokens, analysis.maps, choice);
    if (!analysis.secondTokens.empty())
        addSide(archive, "second.", analysis.secondTokens, analysis.secondMaps, choice);
    if (const auto feature = featureOf(analysis.maps, choice))
        archive.add("features", {1}, std::vector<std::int64_t>{*feature});
    if (const std::string reduction = reductionOf(analysis.maps, choice); !reduction.empty())
        archive.addTexts("reduction", {reduction});
    std::vector<std::string> altered;
    for (const QString& change : alterationsOf(changes))
        altered.push_back(change.toStdString());
    if (!altered.empty())
        archive.addTexts("altered", altered);
    addPrediction(archive, analysis);
    return archive;
}

} // namespace headlight
