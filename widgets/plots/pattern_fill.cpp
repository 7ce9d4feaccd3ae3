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

void PatternBars::draw(QCPPainter* painter) {
    const QBrush brush = mBrush;
    if (brush.style() != Qt::SolidPattern) {
        mBrush = Qt::NoBrush; // what is drawn below are the outlines
        for (const QCPBarsData& bar : *mDataContainer)
            if (const QRectF rect = getBarRect(bar.key, bar.value).normalized().intersected(clipRect());
                !rect.isEmpty() && std::isfinite(bar.value))
                fillPatterned(*painter, rect, brush);
    }
    QCPBars::draw(painter);
    mBrush = brush;
}

} // namespace headlight
