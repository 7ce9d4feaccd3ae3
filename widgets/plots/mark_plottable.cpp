#include "plots/mark_plottable.h"

#include <algorithm>

namespace headlight {

void MarkPlottable::setLook(const QFont& widgetFont, Theme theme) {
    m_font = widgetFont;
    m_font.setPixelSize(qMax(8, qRound(QFontInfo(widgetFont).pixelSize() * 0.9)));
    m_text = color(ColorRole::Text, theme);
    m_ring = color(ColorRole::FocusRing, theme);
    m_behind = color(ColorRole::Surface, theme);
    m_behind.setAlphaF(0.8F);
}

QCPRange MarkPlottable::getKeyRange(bool& found, QCP::SignDomain) const {
    QCPRange range;
    found = !m_marks.isEmpty();
    for (const Mark& mark : m_marks)
        range.expand(mark.x);
    return range;
}

QCPRange MarkPlottable::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const {
    QCPRange range;
    found = !m_marks.isEmpty();
    for (const Mark& mark : m_marks)
        range.expand(mark.y);
    return range;
}

QRectF MarkPlottable::circle(const Mark& mark) const {
    const QPointF centre = coordsToPixels(mark.x, mark.y);
    const double r = mark.diameter / 2;
    return {centre.x() - r, centre.y() - r, 2 * r, 2 * r};
}

void MarkPlottable::draw(QCPPainter* painter) {
    painter->setAntialiasing(true);
    for (const Mark& mark : m_marks) {
        const QRectF place = circle(mark);
        QColor inside = mark.color;
        inside.setAlphaF(0.65F);
        painter->setPen(QPen(mark.color, mark.hollow ? 1.8 : 1.2));
        painter->setBrush(mark.hollow ? QBrush(Qt::NoBrush) : QBrush(inside));
        if (mark.square)
            painter->drawRect(place);
        else
            painter->drawEllipse(place);
        if (mark.pierced) {
            painter->setBrush(m_behind);
            painter->drawEllipse(place.center(), place.width() / 4, place.height() / 4);
        }
        if (mark.current) {
            painter->setPen(QPen(m_ring, 2));
            painter->setBrush(Qt::NoBrush);
            painter->drawEllipse(place.adjusted(-4, -4, 4, 4));
        }
    }
    drawLabels(painter);
}

/// References first: they have nothing but their label. Then in the order given; who finds no room stays without.
void MarkPlottable::drawLabels(QCPPainter* painter) const {
    const QFontMetricsF metrics(m_font);
    const QRectF room = QRectF(clipRect()).adjusted(2, 2, -2, -2);
    QList<QRectF> taken;
    QList<const Mark*> order;
    for (const Mark& mark : m_marks) {
        taken.append(circle(mark));
        if (!mark.label.isEmpty() && room.contains(circle(mark).center()))
            order.append(&mark);
    }
    std::stable_sort(order.begin(), order.end(), [](const Mark* a, const Mark* b) { return a->hollow && !b->hollow; });
    painter->setFont(m_font);
    painter->setPen(m_text);
    for (const Mark* mark : order) {
        const QString text = metrics.elidedText(mark->label, Qt::ElideMiddle, metrics.height() * 14);
        const QSizeF size(metrics.horizontalAdvance(text) + 2, metrics.height());
        const QRectF at = circle(*mark);
        const double away = 3;
        const double right = at.right() + away, left = at.left() - away - size.width();
        const double above = at.top() - away - size.height(), below = at.bottom() + away;
        const QPointF middle = at.center() - QPointF(size.width(), size.height()) / 2;
        // Where the plot is narrow, moved into it, or a line further away.
        const double moved = std::max(room.left(), std::min(middle.x(), room.right() - size.width()));
        const QPointF places[] = {{right, middle.y()},
                                  {middle.x(), above},
                                  {middle.x(), below},
                                  {left, middle.y()},
                                  {right, above},
                                  {right, below},
                                  {left, above},
                                  {left, below},
                                  {moved, above},
                                  {moved, below},
                                  {moved, above - size.height()},
                                  {moved, below + size.height()}};
        for (const QPointF& place : places) {
            const QRectF rect(place, size);
            const auto covers = [&](const QRectF& other) { return other.intersects(rect); };
            if (!room.contains(rect) || std::any_of(taken.begin(), taken.end(), covers))
                continue;
            painter->fillRect(rect, m_behind); // a line may pass there
            painter->drawText(rect.adjusted(0, 0, 4, 0), int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                              text);
            taken.append(rect);
            break;
        }
    }
}

} // namespace headlight
