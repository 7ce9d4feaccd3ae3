#pragma once

#include <QImage>
#include <QRectF>

#include "matrix/cell_pyramid.h"
#include "style/color_map.h"

class QPainter;

namespace headlight {

/// How cells are drawn, in device pixels.
struct CellStyle {
    ColorMap colors;
    QRgb gap = 0;       ///< hairline between cells that are large enough for one
    double scale = 1.0; ///< device pixels per logical pixel: width of hairlines and of the hatch
    /// What is behind masked cells, drawn dimmed below the hatch; null: nothing.
    const CellPyramid* behind = nullptr;

    /// Of a masked cell below its hatch.
    QRgb ground(float unit) const;
};

/// An image of a part of a map. `cells` is that part, x counted in columns and y in rows, fractions allowed. A cell of
/// a pixel or more gets whole pixels; smaller cells share one, and the strongest of them is seen.
QImage renderCells(const CellPyramid& cells, const CellStyle& style, const QRectF& part, QSize pixels);

/// The same part as rectangles into `target`, for files that keep shapes (SVG, PDF).
void drawCellShapes(QPainter& painter, const CellPyramid& cells, const CellStyle& style, const QRectF& part,
                    const QRectF& target);

} // namespace headlight
