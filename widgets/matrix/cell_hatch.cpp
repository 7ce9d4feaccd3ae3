#include "matrix/cell_hatch.h"

#include <QObject>
#include <QPainter>
#include <algorithm>

namespace headlight {

namespace {

constexpr double period = 5.0, leastCell = 4.0;

void paintLines(QPainter& painter, const QRectF& cell, bool rising) {
    for (double x = cell.left() - cell.height(); x < cell.right(); x += period)
        painter.drawLine(QPointF(x, rising ? cell.bottom() : cell.top()),
                         QPointF(x + cell.height(), rising ? cell.top() : cell.bottom()));
}

} // namespace

QString hatchWords(CellHatch hatch) {
    return hatch == CellHatch::Forbidden ? QObject::tr("forbidden by you") : QObject::tr("forced by you");
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
    painter.setClipRect(cell, Qt::IntersectClip);
    painter.setPen(QPen(ink, 1.0));
    paintLines(painter, cell, false);
    if (isForced) {
        painter.setPen(QPen(ink, 4.0)); // half of it is within the cell
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(cell);
    } else {
        paintLines(painter, cell, true);
    }
    painter.restore();
}

} // namespace headlight
