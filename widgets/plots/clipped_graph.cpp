#include "plots/clipped_graph.h"

#include <cmath>
#include <limits>

namespace headlight {
namespace {

constexpr double beyond = 40; // pixels outside, so that no end or joint is seen

} // namespace

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
    constexpr double gap = std::numeric_limits<double>::quiet_NaN();
    const QRectF room = QRectF(clipRect()).adjusted(-beyond, -beyond, beyond, beyond);
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
    if (!visible.isEmpty())
        QCPGraph::drawLinePlot(painter, visible);
}

} // namespace headlight
