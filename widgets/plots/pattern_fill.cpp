#include "plots/pattern_fill.h"

#include "plots/clipped_graph.h"

#include <cmath>

namespace headlight {

namespace {

constexpr double period = 5, thickness = 1; // pixels, across

/// Lines of one direction, as far apart as their normal says; they go on in the next rectangle.
void drawLines(QPainter& painter, const QRectF& rect, const QPointF& along) {
    const QPointF across(-along.y(), along.x());
    const double half = std::hypot(rect.width(), rect.height()) / 2;
    const double middle = QPointF::dotProduct(rect.center(), across);
    for (double place = std::ceil((middle - half) / period) * period; place < middle + half; place += period) {
        const QPointF foot = rect.center() + across * (place - middle);
        QPointF from = foot - along * half, to = foot + along * half;
        if (clipSegment(from, to, rect))
            painter.drawLine(from, to);
    }
}

} // namespace

void fillPatterned(QPainter& painter, const QRectF& rect, const QBrush& brush) {
    if (brush.style() == Qt::SolidPattern) {
        painter.fillRect(rect, brush);
        return;
    }
    const double diagonal = std::sqrt(0.5);
    painter.save();
    painter.setPen(QPen(brush.color(), thickness, Qt::SolidLine, Qt::FlatCap));
    const Qt::BrushStyle style = brush.style();
    if (style == Qt::BDiagPattern || style == Qt::DiagCrossPattern)
        drawLines(painter, rect, {diagonal, -diagonal});
    if (style == Qt::FDiagPattern || style == Qt::DiagCrossPattern)
        drawLines(painter, rect, {diagonal, diagonal});
    if (style == Qt::HorPattern)
        drawLines(painter, rect, {1, 0});
    if (style == Qt::VerPattern)
        drawLines(painter, rect, {0, 1});
    painter.restore();
}

/// Cut at the axes as shapes; where a bar goes on it has no outline.
void PatternBars::draw(QCPPainter* painter) {
    const QRectF room = clipRect();
    for (const QCPBarsData& bar : *mDataContainer) {
        const QRectF whole = getBarRect(bar.key, bar.value).normalized(), shown = whole.intersected(room);
        if (!std::isfinite(bar.value) || shown.isEmpty())
            continue;
        applyFillAntialiasingHint(painter);
        fillPatterned(*painter, shown, mBrush);
        applyDefaultAntialiasingHint(painter);
        painter->setPen(mPen);
        for (const QLineF& side :
             {QLineF(whole.topLeft(), whole.topRight()), QLineF(whole.topRight(), whole.bottomRight()),
              QLineF(whole.bottomRight(), whole.bottomLeft()), QLineF(whole.bottomLeft(), whole.topLeft())}) {
            QPointF from = side.p1(), to = side.p2();
            if (clipSegment(from, to, room))
                painter->drawLine(QLineF(from, to));
        }
    }
}

} // namespace headlight
