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

/// What is said of a head none of whose queries sees anything, in place of its means.
QString maskedHeadText();
/// One thumbnail per head, in the order of AttendModel::heads(); empty while its map is being made.
QList<MapThumbnail> thumbnailsOf(const AttendModel& model, const Intervention& intervention, const MapLook& look);

/// Those of the thumbnails that are made.
std::vector<const AttentionMap*> smallMapsOf(const AttendModel& model);

/// One axis of a view of a map. Marks are by positions in the sentence, of which a part of a map has some.
struct ShownAxis {
    int first = 0; ///< position of the first row or column
    qsizetype count = 0;

    /// The row or column of a position; −1 where it is not shown, and of no position.
    int placeOf(int position) const { return position >= first && position < first + count ? position - first : -1; }
    int positionOf(int place) const { return place < 0 ? place : first + place; }
    /// Pins recalled from the last time wait until their map is there: a view whose map changes its shape under a pin
    /// releases it.
    QList<int> placesOf(const std::set<int>& positions) const;
    std::set<int> positionsOf(const QList<int>& places) const;
};
ShownAxis rowsOf(const MatrixView& view);
ShownAxis columnsOf(const MatrixView& view);
MapPins pinsOf(const Marks& marks, const MatrixView& view);

} // namespace headlight
