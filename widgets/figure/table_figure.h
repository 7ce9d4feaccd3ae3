#pragma once

#include "figure/export.h"

class QTableView;

namespace headlight {

/// The whole table with its columns as wide as on the screen beside its words, also what is scrolled out of sight,
/// without a selection. A wide one is drawn smaller.
Picture figureOfTable(const QTableView& table, const FigureOptions& options, const QString& title,
                      const PictureMetadata& metadata);

} // namespace headlight
