#include "plots/mark_plottable.h"

#include "plots/clipped_graph.h"
#include "plots/shortened_names.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr double longestLabel = 18; // heights of a letter
constexpr double largest = 100;     // pixels of a mark, which the edge of the axes cuts on the screen

QPainterPath pathOf(const QRectF& rect) {
    QPainterPath path;
    path.addRect(rect);
    return path;
}

QPainterPath discOf(const QRectF& rect) {
    QPainterPath path;
    path.addEllipse(rect);
    return path;
}

/// Where a shape goes on it has no outline.
void drawWithin(QPainter& painter, const QRectF& room, const QPainterPath& shape) {
    if (room.contains(shape.boundingRect())) {
        painter.drawPath(shape);
        return;
    }
    painter.fillPath(shape.intersected(pathOf(room)), painter.brush());
    painter.fillPath(QPainterPathStroker(painter.pen()).createStroke(shape).intersected(pathOf(room)),
                     painter.pen().brush());
}

} // namespace

void MarkPlottable::setLook(const QFont& widgetFont, Theme theme) {
    m_font = widgetFont;
    m_font.setPixelSize(qMax(8, qRound(QFontInfo(widgetFont).pixelSize() * 0.9)));
    m_text = color(ColorRole::Text, theme);
    m_ring = color(ColorRole::FocusRing, theme);
    m_behind = m_ground = color(ColorRole::Surface, theme);
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
    const QRectF room = drawnRoom(*painter, clipRect(), largest);
    for (const Mark& mark : m_marks) {
        const QRectF place = circle(mark);
        if (!room.intersects(place))
            continue;
        QColor inside = mark.color;
        inside.setAlphaF(0.65F);
        painter->setPen(QPen(mark.color, mark.hollow ? 1.8 : 1.2));
        painter->setBrush(mark.hollow ? QBrush(Qt::NoBrush) : QBrush(inside));
        drawWithin(*painter, room, mark.square ? pathOf(place) : discOf(place));
        if (mark.pierced) {
            const double side = place.width() / 4;
            painter->setBrush(m_behind);
            drawWithin(*painter, room, discOf(place.adjusted(side, side, -side, -side)));
        }
        if (mark.current) {
            painter->setPen(QPen(m_ring, 2));
            painter->setBrush(Qt::NoBrush);
            drawWithin(*painter, room, discOf(place.adjusted(-4, -4, 4, 4)));
        }
    }
    drawLabels(painter);
}

QList<LabelPlaces::Polyline> MarkPlottable::linesInPixels() const {
    QList<LabelPlaces::Polyline> lines;
    for (const Line& line : m_lines) {
        LabelPlaces::Polyline pixels;
        for (const QPointF& point : line)
            pixels.append(std::isnan(point.y()) ? point : coordsToPixels(point.x(), point.y()));
        lines.append(pixels);
    }
    return lines;
}

/// References first: they have nothing but their label. Then in the order given; who finds no room stays without.
void MarkPlottable::drawLabels(QCPPainter* painter) {
    const QFontMetricsF metrics(m_font);
    LabelPlaces places(QRectF(clipRect()).adjusted(2, 2, -2, -2), linesInPixels());
    QList<const Mark*> order;
    for (const Mark& mark : m_marks) {
        places.take(circle(mark));
        if (!mark.label.isEmpty() && places.room().contains(circle(mark).center()))
            order.append(&mark);
    }
    std::stable_sort(order.begin(), order.end(), [](const Mark* a, const Mark* b) { return a->hollow && !b->hollow; });
    QList<const Mark*> labelled;
    const auto saysTheSame = [&](const Mark* mark, const Mark* other) { // two curves through one point
        return mark->label == other->label &&
               QLineF(circle(*mark).center(), circle(*other).center()).length() < mark->diameter / 2;
    };
    painter->setFont(m_font);
    m_lacksRoom = false;
    QStringList names;
    for (const Mark* mark : order)
        names.append(mark->label);
    const QStringList shortened = shortenedNames(names, metrics, metrics.height() * longestLabel);
    for (qsizetype k = 0; k < order.size(); ++k) {
        const Mark* mark = order[k];
        if (std::any_of(labelled.begin(), labelled.end(), [&](const Mark* one) { return saysTheSame(mark, one); }))
            continue;
        const auto placeOf = [&](const QString& name) {
            return places.placeAt(circle(*mark), QSizeF(metrics.horizontalAdvance(name) + 2, metrics.height()));
        };
        std::optional<QRectF> rect = placeOf(names[k]);
        if (!rect) // whole where there is room
            rect = placeOf(names[k] = shortened[k]);
        m_lacksRoom = m_lacksRoom || !rect;
        if (!rect)
            continue;
        labelled.append(mark);
        if (const auto leader = LabelPlaces::leader(circle(*mark), *rect)) {
            painter->setPen(QPen(m_text, 0.8));
            painter->drawLine(*leader);
        }
        painter->fillRect(*rect, m_ground); // a line may pass there, and is seen on both sides
        painter->setPen(m_text);
        painter->drawText(rect->adjusted(0, 0, 4, 0), int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                          names[k]);
    }
}

} // namespace headlight
