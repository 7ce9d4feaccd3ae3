#pragma once

#include "figure/export.h"

class QTreeWidget;

namespace headlight {

/// All rows of a list, however little of it is seen, in its order and with the columns that it shows, as papers set a
/// table: words and lines alone. It fills the width that was asked for; what needs more is drawn smaller.
Picture figureOfList(const QTreeWidget& list, const FigureOptions& options, const QString& title,
                     const PictureMetadata& metadata);

} // namespace headlight
