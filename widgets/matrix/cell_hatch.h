#pragma once

#include <QList>
#include <QRectF>
#include <QString>

#include "style/colors.h"

class QPainter;

namespace headlight {

/// What a user made of a cell, over whatever the map shows there.
enum class CellHatch : quint8 { None, Forbidden, Forced };

/// What a legend calls it.
QString hatchWords(CellHatch hatch);

/// Onto one cell: crossed lines where it is forbidden, a frame with lines that fall to the right where its weight is
/// given. Cells that are smaller than such lines are filled.
void paintHatch(QPainter& painter, const QRectF& cell, CellHatch hatch, Theme theme);

} // namespace headlight
