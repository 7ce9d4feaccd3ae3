#include "matrix/heat_map_geometry.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "matrix/text_widths.h"

namespace headlight {

namespace {

constexpr int turnedFromColumns = 13;
constexpr double largestCellEm = 5.0;
constexpr double comfortableCellEm = 2.2;
constexpr double comfortableMapEm = 44.0;
constexpr double labelCapEm = 12.0;
constexpr double readableRowEm = 1.6;
constexpr double lowMapEm = 6.5;     // a wider map is not lower than this, or than its rows at readable height
constexpr double narrowMapEm = 13.0; // nor is a higher one narrower than this, or than its columns at readable width
constexpr double smallestZoomedPlotCells = 3.0; // zooming in stops when this few cells fill the plot

struct Measure {
    double em;
    double line;
    double pad;
    explicit Measure(const QFont& font)
        : em(QFontInfo(font).pixelSize()), line(std::ceil(QFontMetricsF(font).height())), pad(std::round(em * 0.5)) {}
};

struct Margins {
    double left;
    double top;
    double right;
    double bottom;
    double rowDepth;
    double columnDepth;
    double titleHeight;
};

double titleHeight(const QString& title, const QFont& font, double width) {
    if (title.isEmpty())
        return 0.0;
    QFont bold = font;
    bold.setWeight(QFont::DemiBold);
    return std::ceil(TextWidths(bold).heightIn(width, title));
}

/// With the room above it.
double legendHeight(const HeatMapContent& content, const Measure& m, double width) {
    return content.hasLegend ? m.pad * 1.5 + content.legend.linesIn(width - 2 * m.pad) * m.line : 0.0;
}

/// `columnShare`: of the height, that turned labels may take.
Margins marginsFor(const HeatMapContent& content, const QFont& font, const QSizeF& size, LabelDirection direction,
                   double columnShare = 0.25) {
    const Measure m(font);
    Margins margins{};
    margins.rowDepth = std::min({content.widestRow, labelCapEm * m.em, size.width() * 0.28});
    margins.columnDepth = content.columnLabels.isEmpty() ? 0.0
                          : direction == LabelDirection::Level
                              ? m.line
                              : std::min({content.widestColumn, labelCapEm * m.em, size.height() * columnShare});
    margins.titleHeight = titleHeight(content.title, font, size.width() - 2 * m.pad);
    const double labelGap = std::round(m.em * 0.35);
    const double axisTitle = content.hasAxisTitles ? m.line : 0.0;
    margins.left = m.pad + axisTitle + margins.rowDepth + (margins.rowDepth > 0 ? labelGap * 2 : labelGap);
    margins.top = m.pad + margins.titleHeight + (margins.titleHeight > 0 ? m.pad : 0) + axisTitle +
                  margins.columnDepth + labelGap + (margins.columnDepth > 0 ? std::round(m.em * 0.2) : 0);
    margins.right = m.pad * 1.5;
    margins.bottom = legendHeight(content, m, size.width()) + m.pad;
    return margins;
}

double fittingCell(const HeatMapContent& content, const QSizeF& size, const Margins& margins, double em, double scale) {
    const double width = size.width() - margins.left - margins.right;
    const double height = size.height() - margins.top - margins.bottom;
    double cell =
        std::min({width / std::max(1, content.columns), height / std::max(1, content.rows), largestCellEm * em});
    if (cell * scale >= 8.0)
        cell = std::floor(cell * scale) / scale;
    return std::max(cell, 0.0);
}

double leastRowOf(const HeatMapContent& content, double em) {
    return content.rows < content.columns ? std::min(readableRowEm, lowMapEm / std::max(1, content.rows)) * em : 0.0;
}

double leastColumnOf(const HeatMapContent& content, double em) {
    const bool isHigh = content.columns < content.rows;
    return isHigh ? std::min(readableRowEm, narrowMapEm / std::max(1, content.columns)) * em : 0.0;
}

/// To what exists, in a plot that is already laid out.
MapViewport clamped(MapViewport viewport, const HeatMapGeometry& geometry) {
    if (geometry.cell <= 0.0)
        return {};
    const double rows = geometry.plot.height() / geometry.rowHeight, columns = geometry.plot.width() / geometry.cell;
    viewport.row = std::clamp(viewport.row, 0.0, std::max(0.0, geometry.rows - rows));
    viewport.column = std::clamp(viewport.column, 0.0, std::max(0.0, geometry.columns - columns));
    return viewport;
}

double naturalCell(const HeatMapContent& content, double em) {
    const int longest = std::max({1, content.rows, content.columns});
    return std::max(1.0, std::floor(std::min(comfortableCellEm * em, comfortableMapEm * em / longest)));
}

} // namespace

QRectF HeatMapGeometry::cellRect(int row, int column) const {
    return {plot.left() + (column - viewport.column) * cell, plot.top() + (row - viewport.row) * rowHeight, cell,
            rowHeight};
}

QRectF HeatMapGeometry::part() const {
    if (cell <= 0.0)
        return {};
    return {viewport.column, viewport.row, std::min(plot.width() / cell, static_cast<double>(columns)),
            std::min(plot.height() / rowHeight, static_cast<double>(rows))};
}

std::optional<MapCell> HeatMapGeometry::cellAt(const QPointF& point) const {
    if (cell <= 0.0 || point.x() < plot.left() || point.y() < plot.top() || point.x() >= plot.right() ||
        point.y() >= plot.bottom())
        return std::nullopt;
    const int row = static_cast<int>(std::floor(viewport.row + (point.y() - plot.top()) / rowHeight));
    const int column = static_cast<int>(std::floor(viewport.column + (point.x() - plot.left()) / cell));
    if (row < 0 || row >= rows || column < 0 || column >= columns)
        return std::nullopt;
    return MapCell{row, column};
}

MapCell HeatMapGeometry::labelAt(const QPointF& point) const {
    if (rowDepth > 0 && point.x() < plot.left() && point.x() >= rowTitle.right())
        if (const auto cellBeside = cellAt({plot.left(), point.y()}))
            return {cellBeside->row, -1};
    if (columnDepth > 0 && point.y() < plot.top() && point.y() >= columnTitle.bottom())
        if (const auto cellBelow = cellAt({point.x(), plot.top()}))
            return {-1, cellBelow->column};
    return {};
}

LabelAxis HeatMapGeometry::rowAxis() const {
    const double gap = plot.left() - rowTitle.right() - rowDepth;
    return {true,
            plot.top() - viewport.row * rowHeight,
            rowHeight,
            plot.top(),
            plot.bottom(),
            plot.left() - gap / 2,
            rowDepth,
            LabelDirection::Level,
            rowTitle.width()}; // as much as it takes: no column label is there
}

LabelAxis HeatMapGeometry::columnAxis() const {
    const double besideRows = plot.left() - rowTitle.right() - rowDepth; // half of it is free of their labels
    const double gap = plot.top() - columnTitle.bottom() - columnDepth;
    return {false,
            plot.left() - viewport.column * cell,
            cell,
            plot.left(),
            plot.right(),
            plot.top() - gap / 2,
            columnDepth,
            direction,
            0.4 * besideRows};
}

HeatMapGeometry layOut(const QRectF& bounds, const HeatMapContent& content, const QFont& font,
                       const MapViewport& viewport, double deviceScale) {
    const Measure m(font);
    HeatMapGeometry geometry;
    geometry.bounds = bounds;
    geometry.rows = content.rows;
    geometry.columns = content.columns;
    const auto fitIn = [&](const Margins& around) {
        const double all = fittingCell(content, bounds.size(), around, m.em, deviceScale);
        const double width = std::max(0.0, bounds.width() - around.left - around.right);
        return content.readableRows ? std::max(all, std::min(m.line, width / std::max(1, content.columns))) : all;
    };
    Margins margins = marginsFor(content, font, bounds.size(), LabelDirection::Level);
    double fit = fittingCell(content, bounds.size(), margins, m.em, deviceScale);
    if (content.columns >= turnedFromColumns || content.widestColumn > fit * 0.94) {
        geometry.direction = LabelDirection::Turned;
        margins = marginsFor(content, font, bounds.size(), LabelDirection::Turned);
        // Words are whole where that takes nothing from the cells.
        const Margins whole = marginsFor(content, font, bounds.size(), LabelDirection::Turned, 0.45);
        if (fitIn(whole) >= fitIn(margins))
            margins = whole;
    }
    fit = fitIn(margins);
    const QSizeF room(std::max(0.0, bounds.width() - margins.left - margins.right),
                      std::max(0.0, bounds.height() - margins.top - margins.bottom));
    geometry.leastRow =
        content.readableRows ? m.line : std::min(leastRowOf(content, m.em), room.height() / std::max(1, content.rows));
    geometry.fit = fit;
    geometry.leastColumn = std::min(leastColumnOf(content, m.em), room.width() / std::max(1, content.columns));
    const double side = fit * std::max(1.0, viewport.zoom);
    geometry.cell = std::max(side, geometry.leastColumn);
    geometry.rowHeight = std::max(side, geometry.leastRow);
    const QSizeF plot(std::min(room.width(), content.columns * geometry.cell),
                      std::min(room.height(), content.rows * geometry.rowHeight));
    const auto snap = [&](double value) { return std::round(value * deviceScale) / deviceScale; };
    const QPointF corner(snap(bounds.left() + margins.left + (room.width() - plot.width()) / 2),
                         snap(bounds.top() + margins.top));
    geometry.plot = QRectF(corner, plot);
    geometry.viewport = clamped(viewport, geometry);
    geometry.viewport.zoom = std::max(1.0, viewport.zoom);
    geometry.rowDepth = margins.rowDepth;
    geometry.columnDepth = margins.columnDepth;

    geometry.title =
        QRectF(bounds.left() + m.pad, bounds.top() + m.pad, bounds.width() - 2 * m.pad, margins.titleHeight);
    const double rowTitleLeft = corner.x() - (margins.left - m.pad);
    const double axisTitle = content.hasAxisTitles ? m.line : 0.0;
    geometry.rowTitle = QRectF(rowTitleLeft, corner.y(), axisTitle, plot.height());
    const double columnTitleTop = bounds.top() + m.pad + margins.titleHeight + (margins.titleHeight > 0 ? m.pad : 0);
    geometry.columnTitle = QRectF(corner.x(), columnTitleTop, plot.width(), axisTitle);
    const double legendWidth = std::clamp(bounds.width() - 2 * m.pad, 0.0, content.legend.all);
    const double legendLeft = std::clamp(corner.x(), bounds.left() + m.pad,
                                         std::max(bounds.left() + m.pad, bounds.right() - m.pad - legendWidth));
    geometry.legend = QRectF(legendLeft, corner.y() + plot.height() + m.pad * 1.5, legendWidth,
                             std::max(0.0, margins.bottom - m.pad * 2.5));
    return geometry;
}

QSizeF naturalSizeOf(const HeatMapContent& content, const QFont& font) {
    const Measure m(font);
    const double cell = naturalCell(content, m.em);
    const LabelDirection direction = content.columns >= turnedFromColumns || content.widestColumn > cell * 0.94
                                         ? LabelDirection::Turned
                                         : LabelDirection::Level;
    const double wide = comfortableMapEm * m.em * 2;
    Margins margins = marginsFor(content, font, {wide, wide}, direction);
    const double width =
        std::max({margins.left + margins.right + std::max(cell, leastColumnOf(content, m.em)) * content.columns,
                  std::min(content.legend.all, comfortableMapEm * m.em) + 2 * m.pad, 16 * m.em});
    margins = marginsFor(content, font, {width, wide}, direction);
    return {std::ceil(width),
            std::ceil(margins.top + margins.bottom + std::max(cell, leastRowOf(content, m.em)) * content.rows)};
}

double heightFor(double width, const HeatMapContent& content, const QFont& font) {
    const Measure m(font);
    const HeatMapGeometry where = layOut(QRectF(0, 0, width, 4 * width + 100 * m.em), content, font, {}, 1.0);
    return std::ceil(where.plot.bottom() + legendHeight(content, m, width) + m.pad);
}

double leastHeightOf(const HeatMapContent& content, const QFont& font) {
    return (content.columnLabels.isEmpty() ? 7 : 10) * Measure(font).em;
}

MapViewport zoomedAbout(const HeatMapGeometry& geometry, const QPointF& point, double factor) {
    if (geometry.cell <= 0.0)
        return {};
    const double fit = geometry.fit;
    const double reach = std::max(geometry.bounds.width(), geometry.bounds.height());
    const double most = std::max(1.0, reach / (smallestZoomedPlotCells * fit));
    const double zoom = std::clamp(geometry.viewport.zoom * factor, 1.0, most);
    const double cell = std::max(fit * zoom, geometry.leastColumn);
    const double rowHeight = std::max(fit * zoom, geometry.leastRow);
    const double row = geometry.viewport.row + (point.y() - geometry.plot.top()) / geometry.rowHeight;
    const double column = geometry.viewport.column + (point.x() - geometry.plot.left()) / geometry.cell;
    return {zoom, row - (point.y() - geometry.plot.top()) / rowHeight,
            column - (point.x() - geometry.plot.left()) / cell};
}

MapViewport panned(const HeatMapGeometry& geometry, const QPointF& delta) {
    if (geometry.cell <= 0.0)
        return {};
    return clamped({geometry.viewport.zoom, geometry.viewport.row - delta.y() / geometry.rowHeight,
                    geometry.viewport.column - delta.x() / geometry.cell},
                   geometry);
}

} // namespace headlight
