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

} // namespace

void drawFaint(QPainter& painter, const QRectF& rect, FaintPicture picture, Theme theme) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, picture != FaintPicture::Map);
    switch (picture) {
    case FaintPicture::Map:
        drawMap(painter, rect, theme);
        break;
    case FaintPicture::Curves:
        drawCurves(painter, rect, theme);
        break;
    case FaintPicture::Bars:
        drawBars(painter, rect, theme);
        break;
    case FaintPicture::Table:
        drawTable(painter, rect, theme);
        break;
    case FaintPicture::None:
        break;
    }
    painter.restore();
}

} // namespace headlight
