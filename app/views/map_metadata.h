#pragma once

#include "figure/export.h"
#include "views/map_origin.h"
#include "views/map_view.h"

namespace headlight {

/// A title for a picture in a file, which has no bar above it that tells of changes.
QString writtenTitle(const QString& title, const MapOrigin& origin);
/// The title of all maps of a sequence side by side, or of the same part of them.
QString titleOfAll(const MapOrigin& origin, int sequence, const std::vector<const AttentionMap*>& maps);

/// What a picture says of a map itself: layer, head, kind, stage, mask, range, features.
PictureMetadata metadataOf(const AttentionMap& map, const ValueRange& range);

/// What a picture says of a map of a sentence: model, sentence, of two texts both and which one is shown, or which part
/// of the map; of the map the above; what was changed, and what the model answers.
PictureMetadata metadataOf(const MapOrigin& origin, const AttentionMap& map, const ValueRange& range);
/// The same of a picture of what is no map, such as the answer, beside maps of one sequence. `between`: the part of
/// them that the numbers are of.
PictureMetadata metadataOf(const MapOrigin& origin, int sequence, const std::optional<TextPair>& between = {});
/// The same of maps side by side, of one sequence and, those of attention, one stage.
PictureMetadata metadataOfAll(const MapOrigin& origin, int sequence, const std::vector<const AttentionMap*>& maps,
                              const MapLook& look = {});

/// Which program made a picture.
QPair<QString, QString> programEntry();

} // namespace headlight
