#include "nn/map_words.h"

namespace headlight {

std::optional<MapKind> mapKindNamed(const std::string& name) {
    for (const MapKind kind : {MapKind::TokenToToken, MapKind::SourceToToken, MapKind::BlockToBlock,
                               MapKind::TokenToGroup, MapKind::Gate, MapKind::Sensitivity})
        if (nameOf(kind) == name)
            return kind;
    return std::nullopt;
}

std::optional<MapStage> mapStageNamed(const std::string& name) {
    for (const MapStage stage : {MapStage::Score, MapStage::Masked, MapStage::Weight})
        if (nameOf(stage) == name)
            return stage;
    return std::nullopt;
}

} // namespace headlight
