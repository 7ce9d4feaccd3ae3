#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// What a map of attention shows: scores as they are, with the mask, or the weights of the softmax. A map that is no
/// attention has the stage Weight only. Where a score is a sum, each part is a stage, too: the parts add up to the
/// score, before its cap if it has one.
enum class MapStage {
    Score,
    Masked,
    Weight,
    Content,         ///< what the query's content and the key's make of each other
    ContentPosition, ///< the query's content and where the key stands from it
    PositionContent, ///< where the query stands from the key, and the key's content
    Bias             ///< what their distance adds, whatever their contents are
};

/// "score", "masked", "weight", "content", "content-position", "position-content", "bias": the words of documents.
std::string nameOf(MapStage stage);
/// The way back; none for a word that nameOf() never gives.
std::optional<MapStage> mapStageNamed(std::string_view name);
/// All of them in the order in which they come about: parts first.
const std::vector<MapStage>& allStages();

bool isScorePart(MapStage stage);
/// The score and its parts: their numbers are there of hidden cells, too.
bool isBeforeMask(MapStage stage);

/// The parts of scores that have a content and these; none where the content is all.
std::vector<MapStage> scoreParts(bool contentPosition, bool positionContent, bool bias);
/// These parts and the three stages that all scores have.
std::vector<MapStage> stagesWith(const std::vector<MapStage>& parts);
/// What is shown where `wanted` is asked for: in place of a part that is not among `stages` the score, and the weight
/// where this is all that there is.
MapStage stageWithin(MapStage wanted, const std::vector<MapStage>& stages);

} // namespace headlight
