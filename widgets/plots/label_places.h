#pragma once

#include <QLineF>
#include <QList>
#include <QRectF>
#include <optional>

namespace headlight {

/// Where labels go beside their marks, in pixels: never over a mark or another label, as near as there is room, and off
/// the lines where that does not take them far away.
class LabelPlaces {
public:
    using Polyline = QList<QPointF>; ///< NaN breaks it

    LabelPlaces(const QRectF& room, const QList<Polyline>& lines) : m_room(room), m_lines(lines) {}

    const QRectF& room() const { return m_room; }
    void take(const QRectF& rect) { m_taken.append(rect); }
    /// Takes a place for a label of this size at that mark; none where there is no room.
    std::optional<QRectF> placeAt(const QRectF& mark, const QSizeF& size);

    /// From a mark to its label, where that stands further away than beside it.
    static std::optional<QLineF> leader(const QRectF& mark, const QRectF& label);

private:
    bool isFree(const QRectF& rect) const;
    double cost(const QRectF& mark, const QRectF& rect) const;

    QRectF m_room;
    QList<Polyline> m_lines;
    QList<QRectF> m_taken;
};

} // namespace headlight
