#include "results/map_stage.h"

#include <algorithm>

namespace headlight {

std::string nameOf(MapStage stage) {
    switch (stage) {
    case MapStage::Score:
        return "score";
    case MapStage::Masked:
        return "masked";
    case MapStage::Weight:
        return "weight";
    case MapStage::Content:
        return "content";
    case MapStage::ContentPosition:
        return "content-position";
    case MapStage::PositionContent:
        return "position-content";
    case MapStage::Bias:
        return "bias";
    }
    return {};
}

std::optional<MapStage> mapStageNamed(std::string_view name) {
    for (const MapStage stage : allStages())
        if (nameOf(stage) == name)
            return stage;
    return std::nullopt;
}

const std::vector<MapStage>& allStages() {
    static const std::vector<MapStage> stages = stagesWith(scoreParts(true, true, true));
    return stages;
}

bool isScorePart(MapStage stage) {
    return stage != MapStage::Score && stage != MapStage::Masked && stage != MapStage::Weight;
}

bool isBeforeMask(MapStage stage) {
    return stage == MapStage::Score || isScorePart(stage);
}

std::vector<MapStage> scoreParts(bool contentPosition, bool positionContent, bool bias) {
    std::vector<MapStage> parts;
    if (contentPosition || positionContent || bias)
        parts.push_back(MapStage::Content);
    if (contentPosition)
        parts.push_back(MapStage::ContentPosition);
    if (positionContent)
        parts.push_back(MapStage::PositionContent);
    if (bias)
        parts.push_back(MapStage::Bias);
    return parts;
}

std::vector<MapStage> stagesWith(const std::vector<MapStage>& parts) {
    std::vector<MapStage> stages = parts;
    stages.insert(stages.end(), {MapStage::Score, MapStage::Masked, MapStage::Weight});
    return stages;
}

MapStage stageWithin(MapStage wanted, const std::vector<MapStage>& stages) {
    const auto has = [&](MapStage stage) { return std::find(stages.begin(), stages.end(), stage) != stages.end(); };
    return has(wanted) ? wanted : has(MapStage::Score) ? MapStage::Score : MapStage::Weight;
}

} // namespace headlight
