#pragma once

#include "engine/results/attention_map.h"
#include "matrix/map_grid_painter.h"
#include "matrix/matrix_view.h"
#include "matrix/token_strip_painter.h"
#include "views/map_look.h"

namespace headlight {

class Recording;
struct SnapshotMap;

/// Tokens of a sentence as the views show them: words that the model does not know stand in ‹ ›,
/// those that are left out are struck through.
QStringList shownTokens(const Sequence& sequence);
/// Numbers and what is hidden, without a range nor a word beside them.
MatrixView numbersOf(const AttentionMap& map);

/// A map with one number per cell, ready to be drawn, whose rows and columns are tokens of the recording.
MatrixView viewOf(const AttentionMap& map, const Recording& recording, const MapLook& look = {});
/// A map of one row as a strip of tokens, or of what else its columns are.
TokenStripView stripOf(const AttentionMap& map, const Recording& recording, const MapLook& look = {});
/// The same map small, without labels at its axes. `label` is what its mechanism calls the head, `mask` the head's.
MapThumbnail thumbnailOf(const AttentionMap& map, const QString& label, const QString& mask, const MapLook& look = {});

/// The map of a probe sentence as it would have been recorded: what its mask hides is not visible, and an axis that is
/// not the tokens has numbers. One that was stored without a label is called after its kind.
AttentionMap storedMap(const SnapshotMap& stored, const std::vector<std::string>& tokens);
/// Such a map at the end of an epoch.
MatrixView viewOf(const AttentionMap& map, const std::vector<std::string>& tokens, int epoch);

} // namespace headlight
