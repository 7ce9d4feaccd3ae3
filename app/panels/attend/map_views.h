#pragma once

#include "figure/export.h"
#include "figure/value_table.h"
#include "matrix/heat_map_painter.h"
#include "matrix/map_grid.h"
#include "matrix/matrix_view.h"
#include "matrix/token_strip_painter.h"
#include "viewmodels/attend_model.h"

namespace headlight {

/// How maps are coloured: a choice of the user that every view of a map shares.
struct MapLook {
    ColorMapId colorMap = ColorMapId::Blues;
    RangeChoice range = RangeChoice::Unit; ///< of weights; scores always span their own map
};

/// Tokens of a sentence as the views show them: words that the model does not know stand in ‹ ›.
QStringList shownTokens(const AttendModel& model, int side);

/// "flute, glen", of many words the first ones and how many more there are.
QString firstOf(const QStringList& words);

/// A recorded map of a sentence, with one number per cell, ready to be drawn.
MatrixView viewOf(const AttendModel& model, const AttentionMap& map, int side, const MapLook& look);
/// A source-to-token map as a strip of tokens.
TokenStripView stripOf(const AttendModel& model, const AttentionMap& map, int side, const MapLook& look);
/// Of most rows no cell is above a tenth of the colours' range: be it 0 to 1, or one that a single cell stretches.
bool isPale(const MatrixView& view);
/// What is said of a head none of whose queries sees anything, in place of its means.
QString blindHeadText();
/// One thumbnail per head, in the order of AttendModel::heads(); empty while its map is being made.
QList<MapThumbnail> thumbnailsOf(const AttendModel& model, const Intervention& intervention, const MapLook& look);

/// The numbers of a map, under the tokens as the model reads them. Weights of hidden cells are 0, as they are; scores
/// of them are no numbers.
ValueTable valuesOf(const AttendModel& model, MatrixView view, const AttentionMap* map, int side);
/// For pictures in files, which have no bar above them that tells of changes.
QString writtenTitle(const QString& title, const AttendModel& model);

/// model, sentence, of a pair both and which one is shown, layer, head, stage, …: what an exported picture says of
/// itself.
PictureMetadata metadataOf(const AttendModel& model, const AttentionMap* map, int side, const QString& range);
/// The same of all maps side by side.
PictureMetadata metadataOfAll(const Session& session, const AttendModel& model, const MapLook& look);

/// The pins that a view of so many queries and keys has room for. Those recalled from the last time wait until their
/// map is there: a view whose map changes its shape under a pin releases it.
MapPins pinsOf(const Marks& marks, qsizetype queries, qsizetype keys);

} // namespace headlight
