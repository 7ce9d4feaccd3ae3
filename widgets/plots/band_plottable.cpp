#include "plots/band_plottable.h"

#include "plots/clipped_graph.h"

#include <cmath>

namespace headlight {
namespace {

/// Keeps the side of a line on which `distance` isn't negative.
template <class Distance>
QPolygonF cut(const QPolygonF& polygon, Distance distance) {
    QPolygonF kept;
    for (qsizetype i = 0; i < polygon.size(); ++i) {
        const QPointF from = polygon[i];
        const QPointF to = polygon[(i + 1) % polygon.size()];
        const double before = distance(from);
        const double after = distance(to);
        if (before >= 0)
            kept.append(from);
        if ((before < 0) != (after < 0))
            kept.append(from + before / (before - after) * (to - from));
    }
    return kept;
}

} // namespace

QPolygonF clipPolygon(const QPolygonF& polygon, const QRectF& rect) {
    QPolygonF kept = cut(polygon, [&](const QPointF& p) { return p.x() - rect.left(); });
    kept = cut(kept, [&](const QPointF& p) { return rect.right() - p.x(); });
    kept = cut(kept, [&](const QPointF& p) { return p.y() - rect.top(); });
    return cut(kept, [&](const QPointF& p) { return rect.bottom() - p.y(); });
}

void BandPlottable::setBand(const QVector<double>& x, const QVector<double>& low, const QVector<double>& high) {
    m_x = x;
    m_low = low;
    m_high = high;
}

QCPRange BandPlottable::getKeyRange(bool& found, QCP::SignDomain) const {
    found = !m_x.isEmpty();
    return found ? QCPRange(m_x.first(), m_x.last()) : QCPRange();
}

QCPRange BandPlottable::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const {
    QCPRange range;
    found = !m_x.isEmpty();
    for (const auto& values : {m_low, m_high})
        for (const double value : values)
            range.expand(value);
    return range;
}

void BandPlottable::draw(QCPPainter* painter) {
    painter->setAntialiasing(true);
    painter->setPen(Qt::NoPen);
    painter->setBrush(brush());
    const QRectF room = drawnRoom(*painter, clipRect(), 2);
    QPolygonF upper;
    QPolygonF lower;
    const auto flush = [&] {
        for (auto it = lower.rbegin(); it != lower.rend(); ++it)
            upper.append(*it);
        if (const QPolygonF visible = clipPolygon(upper, room); visible.size() > 2)
            painter->drawPolygon(visible);
        upper.clear();
        lower.clear();
    };
    for (qsizetype i = 0; i < m_x.size(); ++i) {
        if (std::isfinite(m_low[i]) && std::isfinite(m_high[i])) {
            upper.append(coordsToPixels(m_x[i], m_high[i]));
            lower.append(coordsToPixels(m_x[i], m_low[i]));
        } else {
            flush();
        }
    }
    flush();
}

} // namespace headlight
