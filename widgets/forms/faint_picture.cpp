#include "forms/faint_picture.h"

#include <QPainter>
#include <QPainterPath>
#include <cmath>

namespace headlight {

namespace {

QColor faint(ColorRole role, Theme theme, float alpha) {
    QColor ink = color(role, theme);
    ink.setAlphaF(alpha);
    return ink;
}

/// A diagonal with what stands near it, the upper half hidden, as a forward mask has it.
void drawMap(QPainter& painter, const QRectF& rect, Theme theme) {
    constexpr int cells = 6;
    const double side = std::min(rect.width(), rect.height()) / cells;
    const QPointF corner(rect.center().x() - side * cells / 2, rect.center().y() - side * cells / 2);
    for (int row = 0; row < cells; ++row)
        for (int column = 0; column < cells; ++column) {
            const bool hidden = column > row;
            const auto weight = float(0.1 + 0.5 * std::exp(-0.7 * (row - column)));
            const QRectF cell(corner.x() + column * side, corner.y() + row * side, side - 1, side - 1);
            painter.fillRect(cell, hidden ? color(ColorRole::Grid, theme) : faint(ColorRole::Accent, theme, weight));
        }
}

void drawAxes(QPainter& painter, const QRectF& rect, Theme theme) {
    painter.setPen(QPen(color(ColorRole::Outline, theme), 1));
    painter.drawLine(rect.topLeft(), rect.bottomLeft());
    painter.drawLine(rect.bottomLeft(), rect.bottomRight());
}

QPainterPath straight(const QPointF& from, const QPointF& to) {
    QPainterPath path(from);
    path.lineTo(to);
    return path;
}

/// Two that rise and level off.
void drawCurves(QPainter& painter, const QRectF& rect, Theme theme) {
    drawAxes(painter, rect, theme);
    constexpr int steps = 40;
    for (const double speed : {2.0, 4.5}) {
        QPainterPath path;
        for (int step = 0; step <= steps; ++step) {
            const double along = double(step) / steps;
            const double height = (1 - std::exp(-speed * along)) * (0.55 + 0.07 * speed);
            const QPointF point(rect.left() + along * rect.width(), rect.bottom() - height * rect.height());
            step == 0 ? path.moveTo(point) : path.lineTo(point);
        }
        painter.strokePath(path, QPen(faint(speed > 3 ? ColorRole::Accent : ColorRole::Altered, theme, 0.55f), 2));
    }
}

void drawBars(QPainter& painter, const QRectF& rect, Theme theme) {
    drawAxes(painter, rect, theme);
    constexpr double heights[] = {0.5, 0.85, 0.65, 0.35};
    const double step = rect.width() / 4;
    for (int bar = 0; bar < 4; ++bar) {
        const double height = heights[bar] * rect.height();
        painter.fillRect(QRectF(rect.left() + (bar + 0.2) * step, rect.bottom() - height, 0.6 * step, height),
                         faint(ColorRole::Accent, theme, 0.35f));
    }
}

/// Queries at the left, keys at the right, and where some look.
void drawLines(QPainter& painter, const QRectF& rect, Theme theme) {
    constexpr int words = 4;
    constexpr std::pair<int, int> looks[] = {{0, 0}, {1, 0}, {1, 2}, {2, 1}, {3, 1}, {3, 3}};
    const double step = rect.height() / words, word = rect.width() * 0.2;
    const auto middle = [&](int row) { return rect.top() + (row + 0.5) * step; };
    for (const auto& [query, key] : looks)
        painter.strokePath(
            straight({rect.left() + 1.15 * word, middle(query)}, {rect.right() - 1.15 * word, middle(key)}),
            QPen(faint(ColorRole::Accent, theme, query == 1 ? 0.55f : 0.3f), query == 1 ? 2 : 1.2));
    painter.setPen(Qt::NoPen);
    painter.setBrush(color(ColorRole::Border, theme));
    for (int row = 0; row < words; ++row)
        for (const double left : {rect.left(), rect.right() - word})
            painter.drawRoundedRect(QRectF(left, middle(row) - step * 0.14, word, step * 0.28), 2, 2);
}

/// Runs of two kinds.
void drawPoints(QPainter& painter, const QRectF& rect, Theme theme) {
    drawAxes(painter, rect, theme);
    constexpr std::pair<double, double> places[] = {{0.15, 0.3},  {0.3, 0.55},  {0.42, 0.4},
                                                    {0.55, 0.75}, {0.72, 0.62}, {0.85, 0.85}};
    painter.setPen(Qt::NoPen);
    const double radius = rect.height() * 0.05;
    bool isOther = false;
    for (const auto& [along, height] : places) {
        painter.setBrush(faint(isOther ? ColorRole::Altered : ColorRole::Accent, theme, 0.55f));
        painter.drawEllipse(QPointF(rect.left() + along * rect.width(), rect.bottom() - height * rect.height()), radius,
                            radius);
        isOther = !isOther;
    }
}

/// A line of each run through all axes.
void drawParallel(QPainter& painter, const QRectF& rect, Theme theme) {
    constexpr int axes = 4;
    constexpr double runs[][axes] = {{0.2, 0.5, 0.35, 0.25}, {0.75, 0.3, 0.8, 0.7}, {0.5, 0.85, 0.6, 0.9}};
    const auto place = [&](int axis, double height) {
        return QPointF(rect.left() + axis * rect.width() / (axes - 1), rect.bottom() - height * rect.height());
    };
    painter.setPen(QPen(color(ColorRole::Outline, theme), 1));
    for (int axis = 0; axis < axes; ++axis)
        painter.drawLine(place(axis, 0), place(axis, 1));
    for (const auto& run : runs) {
        QPainterPath path(place(0, run[0]));
        for (int axis = 1; axis < axes; ++axis)
            path.lineTo(place(axis, run[axis]));
        painter.strokePath(path,
                           QPen(faint(&run == &runs[1] ? ColorRole::Altered : ColorRole::Accent, theme, 0.55f), 2));
    }
}

/// Rows of words, with a dot before each.
void drawTable(QPainter& painter, const QRectF& rect, Theme theme) {
    constexpr int rows = 4;
    const double row = rect.height() / rows;
    for (int k = 0; k < rows; ++k) {
        const double top = rect.top() + k * row;
        painter.setPen(Qt::NoPen);
        painter.setBrush(faint(k == 1 ? ColorRole::Altered : ColorRole::Accent, theme, 0.55f));
        painter.drawEllipse(QPointF(rect.left() + row * 0.3, top + row * 0.45), row * 0.16, row * 0.16);
        painter.setBrush(color(ColorRole::Border, theme));
        for (const auto& [from, width] :
             {std::pair(0.2, 0.3 + 0.05 * (k % 2)), std::pair(0.65, 0.12), std::pair(0.85, 0.12)})
            painter.drawRoundedRect(
                QRectF(rect.left() + from * rect.width(), top + row * 0.32, width * rect.width(), row * 0.26), 2, 2);
    }
}

/// Two lines of numbers, a box with its tick, a slider.
void drawControls(QPainter& painter, const QRectF& rect, Theme theme) {
    const double row = rect.height() / 4;
    const auto middle = [&](int k) { return rect.top() + (k + 0.5) * row; };
    painter.setPen(Qt::NoPen);
    painter.setBrush(color(ColorRole::Border, theme));
    for (const auto& [k, width] : {std::pair(0, 0.5), std::pair(1, 0.35)})
        painter.drawRoundedRect(QRectF(rect.left(), middle(k) - row * 0.14, width * rect.width(), row * 0.28), 2, 2);
    const QPen line(faint(ColorRole::Accent, theme, 0.55f), 2);
    painter.setPen(line);
    painter.setBrush(Qt::NoBrush);
    const QRectF box(rect.left() + 1, middle(2) - row * 0.25, row * 0.5, row * 0.5);
    painter.drawRoundedRect(box, 2, 2);
    painter.drawPolyline(
        QPolygonF({box.center() + QPointF(-row * 0.14, 0), box.center() + QPointF(-row * 0.02, row * 0.12),
                   box.center() + QPointF(row * 0.16, -row * 0.14)}));
    painter.drawLine(QPointF(rect.left(), middle(3)), QPointF(rect.right(), middle(3)));
    painter.setBrush(color(ColorRole::Surface, theme));
    painter.drawEllipse(QPointF(rect.left() + 0.6 * rect.width(), middle(3)), row * 0.22, row * 0.22);
}

} // namespace

void drawFaint(QPainter& painter, const QRectF& rect, FaintPicture picture, Theme theme) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, picture != FaintPicture::Map);
    switch (picture) {
    case FaintPicture::Map:
        drawMap(painter, rect, theme);
        break;
    case FaintPicture::Lines:
        drawLines(painter, rect, theme);
        break;
    case FaintPicture::Curves:
        drawCurves(painter, rect, theme);
        break;
    case FaintPicture::Bars:
        drawBars(painter, rect, theme);
        break;
    case FaintPicture::Points:
        drawPoints(painter, rect, theme);
        break;
    case FaintPicture::Parallel:
        drawParallel(painter, rect, theme);
        break;
    case FaintPicture::Table:
        drawTable(painter, rect, theme);
        break;
    case FaintPicture::Controls:
        drawControls(painter, rect, theme);
        break;
    case FaintPicture::None:
        break;
    }
    painter.restore();
}

} // namespace headlight
