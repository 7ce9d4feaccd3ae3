#pragma once

#include "matrix/heat_map_painter.h"
#include "viewmodels/attend_model.h"
#include "views/map_metadata.h"
#include "views/map_view.h"

namespace headlight {

/// Of the result that is shown, while there is one.
MapOrigin originOf(const AttendModel& model);

/// "flute, glen", of many words the first ones and how many more there are.
QString firstOf(const QStringList& words);

/// Of most rows no cell is above a tenth of the colours' range: be it 0 to 1, or one that a single cell stretches.
bool isPale(const MatrixView& view);
/// What is said of a head none of whose queries sees anything, in place of its means.
QString blindHeadText();
/// One thumbnail per head, in the order of AttendModel::heads(); empty while its map is being made.
QList<MapThumbnail> thumbnailsOf(const AttendModel& model, const Intervention& intervention, const MapLook& look);

/// Those of the thumbnails that are made.
std::vector<const AttentionMap*> smallMapsOf(const AttendModel& model);

/// The pins that a view of so many queries and keys has room for. Those recalled from the last time wait until their
/// map is there: a view whose map changes its shape under a pin releases it.
MapPins pinsOf(const Marks& marks, qsizetype queries, qsizetype keys);

} // namespace headlight
