#include "results/attention_map.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace headlight {

std::string nameOf(MapStage stage) {
    switch (stage) {
    case MapStage::Score:
        return "score";
    case MapStage::Masked:
        return "masked";
    case MapStage::Weight:
        return "weight";
    }
    return {};
}

std::optional<MapStage> mapStageNamed(std::string_view name) {
    for (const MapStage stage : {MapStage::Score, MapStage::Masked, MapStage::Weight})
        if (nameOf(stage) == name)
            return stage;
    return std::nullopt;
}

std::string FeatureChoice::text() const {
    switch (kind) {
    case Kind::All:
        return "all features";
    case Kind::Mean:
        return "mean of features";
    case Kind::Maximum:
        return "maximum of features";
    case Kind::Deviation:
        return "standard deviation of features";
    case Kind::One:
        return "feature " + std::to_string(feature);
    }
    return {};
}

FeatureChoice FeatureChoice::within(Index count) const {
    return {kind, kind == Kind::One ? std::clamp<Index>(feature, 0, count - 1) : feature};
}

std::string valueNameOf(const AttentionMap& map) {
    return isAttention(map.address.part) ? nameOf(map.stage) : kindName(map.address.part);
}

std::string estimateNote(const AttentionMap& map) {
    std::vector<float> errors;
    for (std::size_t k = 0; k < map.standardErrors.size(); ++k)
        if (map.values[k] > 0)
            errors.push_back(map.standardErrors[k] / map.values[k]);
    if (errors.empty())
        return {};
    const auto middle = errors.begin() + std::ptrdiff_t(errors.size() / 2);
    std::nth_element(errors.begin(), middle, errors.end());
    std::ostringstream text;
    text << "estimated, median standard error " << std::setprecision(2) << 100 * *middle << " %";
    return text.str();
}

} // namespace headlight
