#include "plots/label_places.h"

#include "plots/clipped_graph.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr double away = 3;        // pixels between a mark and its label
constexpr double nearby = 8;      // up to here a label is plainly that of its mark
constexpr double perLine = 60;    // pixels that a label may go to keep off a line of another mark
constexpr double perOwnLine = 16; // off the line of its own
constexpr double perLabel = 80;   // to keep its leader off another label

/// Beside the mark, above it, below it, at its corners; then moved into the room, where the plot is narrow.
QList<QPointF> placesAround(const QRectF& at, const QSizeF& size, const QRectF& room, double gap) {
    const double right = at.right() + gap, left = at.left() - gap - size.width();
    const double above = at.top() - gap - size.height(), below = at.bottom() + gap;
    const QPointF middle = at.center() - QPointF(size.width(), size.height()) / 2;
    const double moved = std::max(room.left(), std::min(middle.x(), room.right() - size.width()));
    return {{right, middle.y()}, {middle.x(), above}, {middle.x(), below}, {left, middle.y()}, {right, above},
            {right, below},      {left, above},       {left, below},       {moved, above},     {moved, below}};
}

bool crosses(const QRectF& rect, const QLineF& line) {
    QPointF from = line.p1(), to = line.p2();
    return clipSegment(from, to, rect);
}

QPointF nearestIn(const QRectF& rect, const QPointF& to) {
    return {std::clamp(to.x(), rect.left(), rect.right()), std::clamp(to.y(), rect.top(), rect.bottom())};
}

double gapBetween(const QRectF& mark, const QRectF& label) {
    return std::max(0., QLineF(mark.center(), nearestIn(label, mark.center())).length() - mark.width() / 2);
}

} // namespace

std::optional<QLineF> LabelPlaces::leader(const QRectF& mark, const QRectF& label) {
    if (gapBetween(mark, label) <= nearby)
        return std::nullopt;
    QLineF line(nearestIn(label, mark.center()), mark.center());
    line.setLength(line.length() - mark.width() / 2);
    return line;
}

bool LabelPlaces::isFree(const QRectF& rect) const {
    return m_room.contains(rect) &&
           std::none_of(m_taken.begin(), m_taken.end(), [&](const QRectF& other) { return other.intersects(rect); });
}

double LabelPlaces::cost(const QRectF& mark, const QRectF& rect) const {
    double cost = gapBetween(mark, rect);
    for (const Polyline& line : m_lines) {
        bool covers = false, isOwn = false;
        for (qsizetype i = 0; i < line.size(); ++i) {
            isOwn = isOwn || QLineF(line[i], mark.center()).length() < 1;
            covers = covers || (i > 0 && !std::isnan(line[i - 1].y()) && !std::isnan(line[i].y()) &&
                                crosses(rect, QLineF(line[i - 1], line[i])));
        }
        cost += covers ? (isOwn ? perOwnLine : perLine) : 0;
    }
    if (const auto line = leader(mark, rect))
        cost += perLabel * double(std::count_if(m_taken.begin(), m_taken.end(), [&](const QRectF& other) {
                    return !other.contains(mark.center()) && crosses(other, *line);
                }));
    return cost;
}

std::optional<QRectF> LabelPlaces::placeAt(const QRectF& mark, const QSizeF& size) {
    std::optional<QRectF> best;
    double least = HUGE_VAL;
    for (const double lines : {0., 0.6, 1., 1.6, 2.4, 3.2}) // further away only where that is better
        for (const QPointF& corner : placesAround(mark, size, m_room, away + lines * size.height())) {
            const QRectF rect(corner, size);
            if (!isFree(rect))
                continue;
            if (const double now = cost(mark, rect); now < least - 1) {
                least = now;
                best = rect;
            }
        }
    if (best)
        m_taken.append(*best);
    return best;
}

} // namespace headlight
