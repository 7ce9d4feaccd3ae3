#pragma once

#include "figure/export.h"
#include "figure/value_table.h"
#include "matrix/map_grid_painter.h"
#include "viewmodels/mask_gallery.h"

namespace headlight {

/// The factor e^bias on a weight before it is normalised, 0 to 1. Hidden cells are masked.
MatrixView viewOf(const MaskShape& shape);
MapThumbnail cardOf(const MaskShape& shape, const QString& label, int place);
/// "query 3 sees key 1, its weight times 0.5" or "query 3 does not see key 5"
QString hoverTextOf(const MatrixView& view, int query, int key);
/// Biases, a row for each query; hidden cells are empty. A large mask is written row by row.
QStringList biasHeader(const MaskShape& shape);
QStringList biasRow(const MaskShape& shape, int query);
ValueTable biasTable(const MaskShape& shape);
/// The same of several of one length, with their names in front of the queries.
ValueTable biasTable(const std::vector<MaskShape>& shapes, const QStringList& names);

/// What a picture of one mask, or of several of one length, says of itself.
PictureMetadata metadataOf(const MaskShape& shape);
PictureMetadata metadataOf(const std::vector<MaskShape>& shapes);

} // namespace headlight
