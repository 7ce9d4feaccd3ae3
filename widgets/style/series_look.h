#pragma once

#include "style/colors.h"

#include <QBrush>
#include <QPen>

class QPainter;
class QRectF;

namespace headlight {

/// How one curve, bar or mark is coloured: by its place in the palette of series (the same in every plot, light and
/// dark), or by a colour of the user's.
struct SeriesLook {
    int index = 0;
    QColor color = {};   ///< wins over the palette when valid
    bool dashed = false; ///< predicted rather than measured
    int hatch = 0;       ///< of areas whose colours don't tell them apart: each number has a pattern
    bool operator==(const SeriesLook&) const = default;

    QColor in(Theme theme) const;
    QPen pen(Theme theme, double width) const;
    /// For areas: past the first dozen hatched, by another pattern for every further dozen.
    QBrush brush(Theme theme) const;
};

/// A disc as high and wide as `disc`, on the screen and in a figure; a ring past the first dozen, when the colours come
/// round again.
void paintDot(QPainter& painter, const SeriesLook& look, Theme theme, const QRectF& disc);

} // namespace headlight
