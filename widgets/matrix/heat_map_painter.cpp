#include "matrix/heat_map_painter.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "matrix/painting.h"
#include "matrix/text_widths.h"

namespace headlight {

namespace {

constexpr int mostShapes = 16'384; // above it a picture with shapes becomes slow to open; an image is embedded instead

double widest(const QStringList& labels, const TextWidths& widths) {
    double width = 0.0;
    for (const QString& label : labels)
        width = std::max(width, std::ceil(widths.of(label)));
    return width;
}

QFont boldened(QFont font) {
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

HeatMapPainter::HeatMapPainter() {
    measure();
}

void HeatMapPainter::setView(const MatrixView& view) {
    view.check();
    m_view = view;
    m_use = {};
    m_cells = CellPyramid(view.rows, view.columns, view.units(&m_use), view.isSigned());
    const QList<float> behind = view.unitsBehind();
    m_behind = behind.isEmpty() ? CellPyramid() : CellPyramid(view.rows, view.columns, behind, view.isSigned());
    m_hasMasked = view.hasMaskedByItself(); // what the user hid has its own word
    m_plotImage = {};
    m_minimapImage = {};
    measure();
}

void HeatMapPainter::setTheme(Theme theme) {
    m_theme = theme;
    m_plotImage = {};
    m_minimapImage = {};
}

void HeatMapPainter::setFont(const QFont& font) {
    m_font = pixelFont(font);
    measure();
}

void HeatMapPainter::setStyle(const FigureStyle& style) {
    m_style = style;
    measure();
}

void HeatMapPainter::measure() {
    m_font = pixelFont(m_font);
    m_content.rows = m_view.rows;
    m_content.columns = m_view.columns;
    // A sentence keeps its tokens while layers, heads and features change: its labels are measured once.
    const bool labels = m_style.has(FigurePart::Labels);
    if (m_measured.rows != m_view.rowLabels || m_measured.columns != m_view.columnLabels || m_measured.font != m_font ||
        m_measured.labels != labels) {
        m_measured = {m_view.rowLabels, m_view.columnLabels, m_font, labels};
        const bool same = m_view.rowLabels == m_view.columnLabels && !m_hasNamedRows; // as mostly
        m_content.rowLabels = !labels          ? QStringList()
                              : m_hasNamedRows ? m_view.rowLabels
                                               : axisLabels(m_view.rowLabels);
        m_content.columnLabels = same ? m_content.rowLabels : labels ? axisLabels(m_view.columnLabels) : QStringList();
        const TextWidths widths(m_font);
        m_content.widestRow = widest(m_content.rowLabels, widths);
        m_content.widestColumn = same ? m_content.widestRow : widest(m_content.columnLabels, widths);
    }
    m_content.title = m_style.has(FigurePart::Title) ? m_view.title : QString();
    m_content.hasAxisTitles = labels;
    m_content.hasLegend = m_style.has(FigurePart::ColorBar);
    ColorBar legend = colorBar();
    if (m_isPainting && !m_style.isFigure)
        legend.hatches = {CellHatch::Forbidden, CellHatch::Forced};
    m_content.legend = legend.widths(m_font);
}

void HeatMapPainter::setNamedRows(bool named) {
    m_hasNamedRows = named;
    m_measured = {};
    measure();
}

void HeatMapPainter::setPainting(bool painting) {
    m_isPainting = painting;
    measure();
}

ColorBar HeatMapPainter::colorBar() const {
    ColorBar bar{m_view.range, m_view.colorMap, m_view.valueName, m_hasMasked, m_behind.rows() > 0};
    bar.isFigure = m_style.isFigure;
    bar.use = m_use;
    for (const CellHatch hatch : {CellHatch::Forbidden, CellHatch::Forced})
        if (m_view.hatches.contains(hatch))
            bar.hatches << hatch;
    return bar;
}

CellStyle HeatMapPainter::cellStyle(double deviceScale) const {
    return {ColorMap(m_view.colorMap, m_theme), color(ColorRole::Grid, m_theme).rgb(), deviceScale,
            m_behind.rows() > 0 ? &m_behind : nullptr};
}

QSizeF HeatMapPainter::naturalSize() const {
    return naturalSizeOf(m_content, m_font);
}

HeatMapGeometry HeatMapPainter::geometry(const QRectF& rect, double deviceScale) const {
    return geometryFor(m_viewport, rect, deviceScale);
}

HeatMapGeometry HeatMapPainter::geometryFor(const MapViewport& viewport, const QRectF& rect, double deviceScale) const {
    return layOut(rect, m_content, m_font, viewport, deviceScale);
}

QList<PlacedLabel> HeatMapPainter::rowLabels(const HeatMapGeometry& where) const {
    return placeLabels(m_content.rowLabels, where.rowAxis(), m_font,
                       QList<int>{m_hover.row, m_focus.row} + m_pins.rows);
}

QList<PlacedLabel> HeatMapPainter::columnLabels(const HeatMapGeometry& where) const {
    return placeLabels(m_content.columnLabels, where.columnAxis(), m_font,
                       QList<int>{m_hover.column, m_focus.column} + m_pins.columns);
}

void HeatMapPainter::paint(QPainter& painter, const QRectF& rect) const {
    painter.save();
    painter.fillRect(rect, m_style.groundOr(ColorRole::Surface, m_theme));
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setFont(m_font);
    const HeatMapGeometry where = geometry(rect, keepsShapes(painter) ? 1.0 : deviceScaleOf(painter));
    paintTitles(painter, where);
    if (!m_view.isEmpty() && !where.plot.isEmpty()) {
        paintCells(painter, where);
        paintHatches(painter, where);
        if (m_style.has(FigurePart::Values))
            paintValues(painter, where);
        if (m_style.has(FigurePart::Marks))
            paintMarks(painter, where);
        paintLabels(painter, where);
        if (m_style.has(FigurePart::Marks))
            paintMinimap(painter, where);
        if (m_content.hasLegend)
            colorBar().paint(painter, where.legend, m_font, m_theme);
    }
    painter.restore();
}

void HeatMapPainter::paintTitles(QPainter& painter, const HeatMapGeometry& where) const {
    painter.setFont(boldened(m_font));
    painter.setPen(color(ColorRole::Text, m_theme));
    painter.drawText(where.title, Qt::AlignLeft | Qt::TextWordWrap, m_content.title);
    painter.setFont(m_font);
    if (m_view.isEmpty() || !m_content.hasAxisTitles)
        return;
    painter.setPen(color(ColorRole::MutedText, m_theme));
    // Axis titles are never cut: they may be longer than a small map.
    const double reach = 6.0 * QFontInfo(m_font).pixelSize();
    painter.drawText(where.columnTitle.adjusted(-reach, 0, reach, 0), Qt::AlignCenter, m_view.columnTitle);
    drawTurnedText(painter, where.rowTitle.adjusted(0, -reach, 0, reach), Qt::AlignCenter, m_view.rowTitle);
}

const QImage& HeatMapPainter::rendered(Rendered& kept, const QRectF& part, QSize pixels, double scale) const {
    if (kept.part != part || kept.scale != scale || kept.image.size() != pixels)
        kept = {part, scale, renderCells(m_cells, cellStyle(scale), part, pixels)};
    return kept.image;
}

void HeatMapPainter::paintCells(QPainter& painter, const HeatMapGeometry& where) const {
    const QRectF part = where.part();
    if (keepsShapes(painter) && part.width() * part.height() <= mostShapes) {
        drawCellShapes(painter, m_cells, cellStyle(1.0), part, where.plot);
    } else {
        const double scale = keepsShapes(painter) ? 4.0 : deviceScaleOf(painter);
        const QSize pixels(std::max(1, qRound(where.plot.width() * scale)),
                           std::max(1, qRound(where.plot.height() * scale)));
        painter.drawImage(where.plot, rendered(m_plotImage, part, pixels, scale));
    }
    painter.setPen(QPen(color(ColorRole::Border, m_theme), hairline(painter)));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(where.plot);
}

double HeatMapPainter::heightFor(double width) const {
    return headlight::heightFor(width, m_content, m_font);
}

double HeatMapPainter::leastHeightFor(double) const {
    return leastHeightOf(m_content, m_font);
}

/// What the user changed, and what is just being painted.
void HeatMapPainter::paintHatches(QPainter& painter, const HeatMapGeometry& where) const {
    painter.save();
    painter.setClipRect(where.plot, Qt::IntersectClip);
    const QRectF part = where.part();
    const int lastRow = std::min(m_view.rows, static_cast<int>(std::ceil(part.bottom())));
    const int lastColumn = std::min(m_view.columns, static_cast<int>(std::ceil(part.right())));
    for (int row = static_cast<int>(part.top()); !m_view.hatches.isEmpty() && row < lastRow; ++row)
        for (int column = static_cast<int>(part.left()); column < lastColumn; ++column)
            paintHatch(painter, where.cellRect(row, column).intersected(where.plot), m_view.hatch(row, column),
                       m_theme); // an SVG knows no clip of Qt's
    painter.setPen(QPen(color(ColorRole::Accent, m_theme), 2));
    painter.setBrush(Qt::NoBrush);
    for (const MapCell& cell : m_stroke)
        painter.drawRect(where.cellRect(cell.row, cell.column).adjusted(1, 1, -1, -1));
    painter.restore();
}

void HeatMapPainter::paintMarks(QPainter& painter, const HeatMapGeometry& where) const {
    painter.save();
    painter.setClipRect(where.plot.adjusted(-2, -2, 2, 2), Qt::IntersectClip);
    const double em = QFontInfo(m_font).pixelSize();
    // A band is drawn around its cells, and stays visible when they are smaller than a line.
    const auto band = [&](QRectF rect, const QColor& tint, double width) {
        const double wider = std::max(0.0, (3.0 - where.cell) / 2);
        const double higher = std::max(0.0, (3.0 - where.rowHeight) / 2);
        rect = rect.adjusted(-wider, -higher, wider, higher).intersected(where.plot);
        if (rect.isEmpty())
            return;
        painter.setPen(QPen(tint, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.drawRect(rect);
    };
    const auto rowRect = [&](int row) {
        const QRectF cell = where.cellRect(row, 0);
        return QRectF(where.plot.left(), cell.top(), where.plot.width(), cell.height());
    };
    const auto columnRect = [&](int column) {
        const QRectF cell = where.cellRect(0, column);
        return QRectF(cell.left(), where.plot.top(), cell.width(), where.plot.height());
    };
    const double thin = std::max(1.0, em / 13);
    QColor cross = color(ColorRole::Crosshair, m_theme);
    cross.setAlphaF(0.75f);
    if (m_hover.row >= 0 && m_hover.row < m_view.rows)
        band(rowRect(m_hover.row), cross, thin);
    if (m_hover.column >= 0 && m_hover.column < m_view.columns)
        band(columnRect(m_hover.column), cross, thin);
    for (const int row : m_pins.rows)
        band(rowRect(row), color(ColorRole::Accent, m_theme), 2 * thin);
    for (const int column : m_pins.columns)
        band(columnRect(column), color(ColorRole::Accent, m_theme), 2 * thin);
    if (m_hover.row >= 0 && m_hover.column >= 0)
        band(where.cellRect(m_hover.row, m_hover.column), color(ColorRole::Crosshair, m_theme), 2 * thin);
    if (m_focus.row >= 0 && m_focus.column >= 0)
        band(where.cellRect(m_focus.row, m_focus.column), color(ColorRole::FocusRing, m_theme), 3 * thin);
    painter.restore();
}

void HeatMapPainter::paintLabels(QPainter& painter, const HeatMapGeometry& where) const {
    const double em = QFontInfo(m_font).pixelSize();
    const bool marked = m_style.has(FigurePart::Marks);
    const auto draw = [&](const PlacedLabel& label, const LabelAxis& axis, bool hovered, bool pinned) {
        const bool turned = axis.direction == LabelDirection::Turned;
        ColorRole ink = ColorRole::Text;
        if (marked && (hovered || pinned)) {
            const double along = 0.3 * em;
            const QRectF back =
                turned ? label.box.adjusted(0, -along, 0, along) : label.box.adjusted(-along, 0, along, 0);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(color(pinned ? ColorRole::Accent : ColorRole::Selection, m_theme));
            painter.drawRoundedRect(back, 0.25 * em, 0.25 * em);
            painter.setRenderHint(QPainter::Antialiasing, false);
            ink = pinned ? ColorRole::OnAccent : ColorRole::SelectionText;
        }
        painter.setPen(color(ink, m_theme));
        if (turned)
            drawTurnedText(painter, label.box.adjusted(0, -1, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, label.text);
        else
            painter.drawText(label.box.adjusted(axis.vertical ? -1 : 0, 0, 1, 0),
                             (axis.vertical ? Qt::AlignRight : Qt::AlignHCenter) | Qt::AlignVCenter, label.text);
    };
    const LabelAxis rowAxis = where.rowAxis();
    for (const PlacedLabel& label : rowLabels(where))
        draw(label, rowAxis, label.index == m_hover.row || label.index == m_focus.row,
             m_pins.rows.contains(label.index));
    const LabelAxis columnAxis = where.columnAxis();
    for (const PlacedLabel& label : columnLabels(where))
        draw(label, columnAxis, label.index == m_hover.column || label.index == m_focus.column,
             m_pins.columns.contains(label.index));
}

QRectF HeatMapPainter::minimapRect(const HeatMapGeometry& where) const {
    const QRectF part = where.part();
    if (part.width() >= where.columns - 1e-6 && (part.height() >= where.rows - 1e-6 || m_content.readableRows))
        return {};
    const double em = QFontInfo(m_font).pixelSize();
    const double room = std::min({9.0 * em, where.plot.width() * 0.35, where.plot.height() * 0.35});
    const double side = std::max(where.rows, where.columns);
    const QSizeF size(std::max(4.0, std::round(room * where.columns / side)),
                      std::max(4.0, std::round(room * where.rows / side)));
    const double inset = std::round(0.6 * em);
    return {QPointF(where.plot.right() - inset - size.width(), where.plot.bottom() - inset - size.height()), size};
}

void HeatMapPainter::paintMinimap(QPainter& painter, const HeatMapGeometry& where) const {
    const QRectF box = minimapRect(where);
    if (box.isEmpty())
        return;
    const double scale = keepsShapes(painter) ? 2.0 : deviceScaleOf(painter);
    const QSize pixels(std::max(1, qRound(box.width() * scale)), std::max(1, qRound(box.height() * scale)));
    painter.fillRect(box.adjusted(-3, -3, 3, 3), color(ColorRole::Surface, m_theme));
    painter.drawImage(box, rendered(m_minimapImage, QRectF(0, 0, where.columns, where.rows), pixels, scale));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color(ColorRole::Border, m_theme), hairline(painter)));
    painter.drawRect(box.adjusted(-3, -3, 3, 3));
    const QRectF part = where.part();
    const double x = box.width() / where.columns;
    const double y = box.height() / where.rows;
    painter.setPen(QPen(color(ColorRole::Accent, m_theme), 2));
    painter.drawRect(
        QRectF(box.left() + part.left() * x, box.top() + part.top() * y, part.width() * x, part.height() * y));
}

} // namespace headlight
