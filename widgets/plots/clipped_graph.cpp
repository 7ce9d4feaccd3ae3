#include "plots/clipped_graph.h"

#include <cmath>
#include <limits>

namespace headlight {
namespace {

constexpr double beyond = 40; // pixels outside, so that no end or joint is seen

/// A polyline's parts within the rectangle, with a NaN between them.
QVector<QPointF> clippedLine(const QVector<QPointF>& lines, const QRectF& room) {
    constexpr double gap = std::numeric_limits<double>::quiet_NaN();
    QVector<QPointF> visible;
    visible.reserve(lines.size());
    for (qsizetype i = 1; i < lines.size(); ++i) {
        QPointF from = lines[i - 1];
        QPointF to = lines[i];
        const bool drawn = std::isfinite(from.x()) && std::isfinite(from.y()) && std::isfinite(to.x()) &&
                           std::isfinite(to.y()) && clipSegment(from, to, room);
        if (!drawn)
            continue;
        if (visible.isEmpty() || visible.last() != from) {
            if (!visible.isEmpty())
                visible.append({gap, gap});
            visible.append(from);
        }
        visible.append(to);
    }
    return visible;
}

} // namespace

QRectF drawnRoom(const QCPPainter& painter, const QRectF& axes, double beyond) {
    const double further = painter.modes().testFlag(QCPPainter::pmVectorized) ? 0 : beyond;
    return axes.adjusted(-further, -further, further, further);
}

bool clipSegment(QPointF& from, QPointF& to, const QRectF& rect) {
    const QPointF way = to - from;
    double enter = 0;
    double leave = 1;
    const auto cut = [&](double direction, double room) { // direction · t ≤ room
        if (direction == 0)
            return room >= 0;
        if (direction < 0)
            enter = qMax(enter, room / direction);
        else
            leave = qMin(leave, room / direction);
        return enter <= leave;
    };
    const bool inside = cut(-way.x(), from.x() - rect.left()) && cut(way.x(), rect.right() - from.x()) &&
                        cut(-way.y(), from.y() - rect.top()) && cut(way.y(), rect.bottom() - from.y());
    if (!inside)
        return false;
    to = from + leave * way;
    from = from + enter * way;
    return true;
}

void ClippedGraph::drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const {
    const QVector<QPointF> visible = clippedLine(lines, drawnRoom(*painter, clipRect(), beyond));
    if (!visible.isEmpty())
        QCPGraph::drawLinePlot(painter, visible);
}

void ClippedGraph::drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& scatters,
                                   const QCPScatterStyle& style) const {
    constexpr double rounding = 0.5; // a point on the edge is drawn
    const QRectF room = drawnRoom(*painter, clipRect(), beyond).adjusted(-rounding, -rounding, rounding, rounding);
    QVector<QPointF> visible = scatters;
    visible.removeIf([&room](const QPointF& point) { return !room.contains(point); });
    QCPGraph::drawScatterPlot(painter, visible, style);
}

void ClippedCurve::drawCurveLine(QCPPainter* painter, const QVector<QPointF>& lines) const {
    const QVector<QPointF> visible = clippedLine(lines, drawnRoom(*painter, clipRect(), beyond));
    if (!visible.isEmpty())
        QCPCurve::drawCurveLine(painter, visible);
}

void ClippedErrorBars::draw(QCPPainter* painter) {
    QVector<QLineF> stems, ends;
    for (auto it = mDataContainer->constBegin(); it != mDataContainer->constEnd(); ++it)
        getErrorBarLines(it, stems, ends);
    applyDefaultAntialiasingHint(painter);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(mPen);
    const QRectF room = drawnRoom(*painter, clipRect(), beyond);
    for (const QLineF& line : stems + ends) {
        QPointF from = line.p1(), to = line.p2();
        if (clipSegment(from, to, room))
            painter->drawLine(QLineF(from, to));
    }
}

} // namespace headlight
