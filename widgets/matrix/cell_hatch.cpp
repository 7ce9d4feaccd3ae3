#include "matrix/cell_hatch.h"

#include <QObject>
#include <QPainter>
#include <algorithm>

namespace headlight {

namespace {

constexpr double period = 5.0, leastCell = 4.0;

/// Each line ends at the cell's edges by itself: an SVG knows no clip of Qt's.
void paintLines(QPainter& painter, const QRectF& cell, bool rising) {
    for (double x = cell.left() - cell.height() + period; x < cell.right(); x += period) {
        const double from = std::max(0.0, cell.left() - x), to = std::min(cell.height(), cell.right() - x);
        const auto pointAt = [&](double along) {
            return QPointF(x + along, rising ? cell.bottom() - along : cell.top() + along);
        };
        painter.drawLine(pointAt(from), pointAt(to));
    }
}

} // namespace

QString hatchWords(CellHatch hatch) {
    return hatch == CellHatch::Forbidden ? QObject::tr("forbidden") : QObject::tr("forced");
}

void paintHatch(QPainter& painter, const QRectF& cell, CellHatch hatch, Theme theme) {
    if (hatch == CellHatch::None)
        return;
    const bool isForced = hatch == CellHatch::Forced;
    const QColor ink = color(isForced ? ColorRole::Altered : ColorRole::Error, theme);
    if (std::min(cell.width(), cell.height()) < leastCell) {
        painter.fillRect(cell, ink);
        return;
    }
    painter.save();
    painter.setPen(QPen(ink, 1.0));
    paintLines(painter, cell, false);
    if (isForced) {
        painter.setPen(QPen(ink, 2.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(cell.adjusted(1, 1, -1, -1));
    } else {
        paintLines(painter, cell, true);
    }
    painter.restore();
}

} // namespace headlight
