#pragma once

#include "figure/value_table.h"
#include "matrix/map_grid_painter.h"
#include "viewmodels/mask_gallery.h"

namespace headlight {

/// The factor e^bias on a weight before it is normalised, 0 … 1; hidden cells masked.
MatrixView viewOf(const MaskShape& shape);
MapThumbnail cardOf(const MaskShape& shape, const QString& label, int place);
/// "query 3 sees key 1, its weight times 0.5" or "query 3 does not see key 5"
QString readingOf(const MatrixView& view, int query, int key);
/// Biases; hidden cells are empty.
ValueTable biasTable(const MaskShape& shape);
/// The same of several of one length, with their names in front of the queries.
ValueTable biasTable(const std::vector<MaskShape>& shapes, const QStringList& names);

} // namespace headlight
