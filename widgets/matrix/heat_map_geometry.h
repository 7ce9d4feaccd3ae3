#pragma once

#include <QFont>
#include <QRectF>
#include <QStringList>
#include <optional>

#include "matrix/color_bar.h"
#include "matrix/matrix_view.h"
#include "matrix/token_labels.h"

namespace headlight {

struct MapCell {
    int row = -1;    ///< −1: no row
    int column = -1; ///< −1: no column
    bool operator==(const MapCell&) const = default;
};

/// What part of a map is shown: zoom 1 is the whole map; row and column are the cell coordinates of the top left
/// corner.
struct MapViewport {
    double zoom = 1.0;
    double row = 0.0;
    double column = 0.0;
    bool operator==(const MapViewport&) const = default;
};

/// What the layout of a heat map depends on, measured once per map and font.
struct HeatMapContent {
    int rows = 0;
    int columns = 0;
    QStringList rowLabels; ///< as drawn, numbered
    QStringList columnLabels;
    double widestRow = 0.0;
    double widestColumn = 0.0;
    QString title;
    bool hasAxisTitles = true;
    bool hasLegend = true;
    bool readableRows = false; ///< no row is lower than a line of text: not all are seen at once
    ColorBarWidths legend;
};

/// Where everything of a heat map is, in the coordinates of the painter. Cells are square, but those of a map of few
/// rows and many columns, or of few columns and many rows, which would be no more than a line: these keep a height and
/// a width that can be read.
struct HeatMapGeometry {
    QRectF bounds;
    QRectF title;
    QRectF columnTitle;
    QRectF rowTitle;          ///< drawn turned
    QRectF plot;              ///< the visible part of the map
    QRectF legend;            ///< colour bar and words
    double cell = 0.0;        ///< width of a cell
    double rowHeight = 0.0;   ///< and its height
    double fit = 0.0;         ///< side of a square cell that is not zoomed
    double leastRow = 0.0;    ///< what rowHeight does not fall below
    double leastColumn = 0.0; ///< and what cell does not
    double columnDepth = 0.0; ///< room for column labels above the plot
    double rowDepth = 0.0;    ///< room for row labels left of it
    LabelDirection direction = LabelDirection::Level;
    MapViewport viewport; ///< clamped to what exists
    int rows = 0;
    int columns = 0;

    QRectF cellRect(int row, int column) const;
    /// The visible part of the map in cells: x counts columns, y rows.
    QRectF part() const;
    /// The cell under a point of the plot.
    std::optional<MapCell> cellAt(const QPointF& point) const;
    /// Row and column also from the labels: {row, −1} over a row label, {−1, column} over a column label.
    MapCell labelAt(const QPointF& point) const;
    LabelAxis rowAxis() const;
    LabelAxis columnAxis() const;
};

/// deviceScale: device pixels per unit; large cells get whole device pixels, so that all look alike.
HeatMapGeometry layOut(const QRectF& bounds, const HeatMapContent& content, const QFont& font,
                       const MapViewport& viewport, double deviceScale);
/// The height at which a map is as wide as so much room lets it be, and where it is hardly seen any more.
double heightFor(double width, const HeatMapContent& content, const QFont& font);
double leastHeightOf(const HeatMapContent& content, const QFont& font);
/// The size at which cells and labels are comfortable.
QSizeF naturalSizeOf(const HeatMapContent& content, const QFont& font);

/// The viewport after zooming by `factor` with the point of the plot staying over the same cell.
MapViewport zoomedAbout(const HeatMapGeometry& geometry, const QPointF& point, double factor);
/// The viewport after the map was dragged by `delta`.
MapViewport panned(const HeatMapGeometry& geometry, const QPointF& delta);

} // namespace headlight
