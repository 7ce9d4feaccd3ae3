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

/// Text turned by 90°, to be read from below, centred across the rectangle; flags place it along the reading direction.
void drawTurnedText(QPainter& painter, const QRectF& rect, int flags, const QString& text);

/// A small box of words beside a point, inside `bounds`.
void drawReadOut(QPainter& painter, const QRectF& bounds, const QPointF& point, const QString& text, const QFont& font,
                 Theme theme);

} // namespace headlight
