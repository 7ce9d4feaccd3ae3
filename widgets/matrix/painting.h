#pragma once

#include <QFont>
#include <QPainter>

#include "style/colors.h"

namespace headlight {

/// The font with its size in pixels, so that a picture looks the same on a screen and in a PDF of any resolution.
QFont pixelFont(const QFont& font);

/// Device pixels per unit of the painter.
double deviceScaleOf(const QPainter& painter);
/// The target keeps shapes: SVG, PDF, a recorded picture.
bool keepsShapes(const QPainter& painter);

/// The thinnest line: of a device pixel on the screen; in a file half a point, which every printer and renderer draws.
double hairline(const QPainter& painter);

/// Of the hatch of cells that are not visible, along a row of pixels: the same in images and as shapes, at any size of
/// the cells.
constexpr double hatchPeriod = 6.0;

/// Its slanted lines across a rectangle, cut at its edges: a clip or a pattern would be lost in SVG. They are those of
/// a hatch that begins at `origin`, so that they go on in the next rectangle.
void drawHatch(QPainter& painter, const QRectF& rect, const QColor& ink, const QPointF& origin);

/// Text turned by 90°, to be read from below, centred across the rectangle; flags place it along the reading direction.
void drawTurnedText(QPainter& painter, const QRectF& rect, int flags, const QString& text);

/// A small box of words beside a point, inside `bounds`.
void drawReadOut(QPainter& painter, const QRectF& bounds, const QPointF& point, const QString& text, const QFont& font,
                 Theme theme);

} // namespace headlight
