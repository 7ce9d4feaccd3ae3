#pragma once

#include "style/colors.h"

class QPainter;
class QRectF;

namespace headlight {

/// What an empty view would show, drawn faintly in the colours of the theme.
enum class FaintPicture { None, Map, Lines, Curves, Bars, Points, Parallel, Table, Controls };

void drawFaint(QPainter& painter, const QRectF& rect, FaintPicture picture, Theme theme);

} // namespace headlight
