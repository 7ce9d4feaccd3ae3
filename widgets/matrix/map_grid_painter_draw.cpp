// How a MapGridPainter draws what it has laid out: maps with their frames and labels, tokens.
#include "matrix/map_grid_painter.h"

#include <QFontInfo>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "matrix/painting.h"
#include "matrix/token_labels.h"

namespace headlight {

namespace {

constexpr qsizetype mostShapesOfAll = 16'384; // in a file; above it the maps are images

/// Where an image of the device's pixels stands so that each of them is one: between pixels some would get lost, and
/// with them the only one that a sharp weight has.
QRectF onPixels(const QRectF& rect, QSize pixels, double scale) {
    return {QPointF(std::round(rect.left() * scale), std::round(rect.top() * scale)) / scale, QSizeF(pixels) / scale};
}

} // namespace

CellStyle MapGridPainter::cellStyleOf(const Item& item, double scale) const {
    return {ColorMap(item.thumbnail.view.colorMap, m_theme), color(ColorRole::Grid, m_theme).rgb(), scale,
            item.behind.rows() > 0 ? &item.behind : nullptr};
}

const QImage& MapGridPainter::imageOf(const Item& item, double side, double scale) const {
    const int pixels = std::max(1, qRound(side * scale));
    if (item.image.width() != pixels || item.scale != scale) {
        item.image = renderCells(item.cells, cellStyleOf(item, scale),
                                 QRectF(0, 0, item.cells.columns(), item.cells.rows()), {pixels, pixels});
        item.scale = scale;
    }
    return item.image;
}

void MapGridPainter::paintOff(QPainter& painter, const QRectF& image) const {
    painter.setPen(QPen(color(ColorRole::MutedText, m_theme), 0.12 * QFontInfo(m_font).pixelSize()));
    painter.drawLine(image.bottomLeft(), image.topRight());
}

/// In the corner of a map, and of the sample beside its words in the legend.
/// Of a small cell the mark is larger than the cell, so that it is seen at all.
void MapGridPainter::paintHatches(QPainter& painter, const QRectF& image, const MatrixView& view) const {
    constexpr double least = 2.0;
    if (view.hatches.isEmpty())
        return;
    const QSizeF size(image.width() / view.columns, image.height() / view.rows);
    const double x = std::max(0.0, least - size.width()) / 2, y = std::max(0.0, least - size.height()) / 2;
    for (int row = 0; row < view.rows; ++row)
        for (int column = 0; column < view.columns; ++column) {
            const QPointF corner(column * size.width(), row * size.height());
            paintHatch(painter, QRectF(image.topLeft() + corner, size).adjusted(-x, -y, x, y).intersected(image),
                       view.hatch(row, column), m_theme);
        }
}

void MapGridPainter::paintAltered(QPainter& painter, const QRectF& image) const {
    const double size = std::min(0.75 * QFontInfo(m_font).pixelSize(), image.width());
    painter.setPen(Qt::NoPen);
    painter.setBrush(color(ColorRole::Altered, m_theme));
    painter.drawPolygon(
        QPolygonF({image.topRight() - QPointF(size, 0), image.topRight(), image.topRight() + QPointF(0, size)}));
    painter.setBrush(Qt::NoBrush);
}

void MapGridPainter::paintFrame(QPainter& painter, const QRectF& image, int index) const {
    const MapThumbnail& thumbnail = m_items[index].thumbnail;
    const double em = QFontInfo(m_font).pixelSize();
    painter.setBrush(Qt::NoBrush);
    painter.setRenderHint(QPainter::Antialiasing);
    if (thumbnail.off)
        paintOff(painter, image);
    if (thumbnail.altered)
        paintAltered(painter, image);
    if (m_style.has(FigurePart::Marks) && (isChosen(index) || index == m_hover)) {
        const bool current = isChosen(index);
        painter.setPen(QPen(color(current ? ColorRole::Accent : ColorRole::Crosshair, m_theme),
                            current ? 0.2 * em : 0.1 * em, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        const double grow = current ? 0.15 * em : 0.05 * em;
        painter.drawRect(image.adjusted(-grow, -grow, grow, grow));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void MapGridPainter::paintItem(QPainter& painter, const QRectF& rect, int index) const {
    const Item& item = m_items[index];
    const MapThumbnail& thumbnail = item.thumbnail;
    const QRectF box = boxRect(rect, index);
    const QRectF image = imageRect(rect, index);
    const double scale = keepsShapes(painter) ? 4.0 : deviceScaleOf(painter);
    painter.fillRect(image.adjusted(-1, -1, 1, 1), color(ColorRole::Border, m_theme)); // no cell is below the frame
    painter.fillRect(image, color(ColorRole::Masked, m_theme));
    painter.setOpacity(thumbnail.off ? 0.3 : 1.0);
    if (drawsShapes(painter) && item.cells.rows() > 0)
        drawCellShapes(painter, item.cells, cellStyleOf(item, 1.0),
                       QRectF(0, 0, item.cells.columns(), item.cells.rows()), image);
    else if (const QImage& cells = imageOf(item, image.width(), scale); !cells.isNull())
        painter.drawImage(keepsShapes(painter) ? image : onPixels(image, cells.size(), scale), cells);
    paintHatches(painter, image, thumbnail.view);
    painter.setOpacity(1.0);
    paintFrame(painter, image, index);
    if (isDense())
        return;
    painter.setFont(labelFont(index));
    painter.setPen(color(thumbnail.altered ? ColorRole::Altered
                         : thumbnail.off   ? ColorRole::MutedText
                                           : ColorRole::Text,
                         m_theme));
    const double gap = labelGap();
    const double above = box.top() + labelHeight(layoutFor(rect.width()).labelLines) - gap;
    painter.drawText(QRectF(box.topLeft(), QPointF(image.right(), above)), Qt::AlignHCenter | Qt::AlignBottom,
                     labelText(rect, index));
    if (!m_notes.isEmpty())
        paintNote(painter, image, m_notes[index], layoutFor(rect.width()).digitsTooMany, tokenFont(), m_theme);
}

/// Beside the maps at the left and above those of the first line, as many as have room.
void MapGridPainter::paintTokens(QPainter& painter, const QRectF& rect, const Place& place) const {
    if (!m_style.has(FigurePart::Labels) || isDense())
        return;
    const MapThumbnail& thumbnail = m_items[place.index].thumbnail;
    const QRectF image = imageRect(rect, place.index);
    const QFont font = tokenFont();
    const double gap = tokenGap();
    painter.setFont(font);
    painter.setPen(color(ColorRole::MutedText, m_theme));
    if (place.isFirst && !thumbnail.rowTokens.isEmpty()) {
        const LabelAxis axis{true,
                             image.top(),
                             image.height() / double(thumbnail.rowTokens.size()),
                             image.top(),
                             image.bottom(),
                             image.left() - gap,
                             m_layout.rowDepth - gap,
                             LabelDirection::Level,
                             gap};
        for (const PlacedLabel& label : placeLabels(axisLabels(thumbnail.rowTokens), axis, font, {}))
            painter.drawText(label.box.adjusted(-1, 0, 1, 0), Qt::AlignRight | Qt::AlignVCenter, label.text);
    }
    if (place.line == 0 && !thumbnail.columnTokens.isEmpty()) {
        const LabelAxis axis{false,
                             image.left(),
                             image.width() / double(thumbnail.columnTokens.size()),
                             image.left(),
                             image.right(),
                             image.top() - gap,
                             m_layout.columnDepth - gap,
                             LabelDirection::Turned,
                             gap};
        for (const PlacedLabel& label : placeLabels(axisLabels(thumbnail.columnTokens), axis, font, {}))
            drawTurnedText(painter, label.box.adjusted(0, -1, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, label.text);
    }
}

/// As rectangles where there are not too many of them for a file.
bool MapGridPainter::drawsShapes(const QPainter& painter) const {
    qsizetype cells = 0;
    for (const Item& item : m_items)
        cells += qsizetype(item.cells.rows()) * item.cells.columns();
    return keepsShapes(painter) && cells <= mostShapesOfAll;
}

void MapGridPainter::paint(QPainter& painter, const QRectF& rect) const {
    painter.save();
    const QRectF clip = painter.hasClipping() ? painter.clipBoundingRect().intersected(rect) : rect;
    painter.fillRect(clip, m_style.groundOr(ColorRole::Window, m_theme));
    painter.setClipRect(rect, Qt::IntersectClip);
    const Layout& layout = layoutFor(rect.width());
    painter.setFont(tokenFont());
    painter.setPen(color(ColorRole::MutedText, m_theme));
    for (const auto& [text, box] : layout.gutter)
        painter.drawText(box.translated(rect.topLeft()), Qt::AlignCenter, text);
    for (const Place& place : layout.places)
        if (place.box.adjusted(-8, -8, 8, 8).translated(rect.topLeft()).intersects(clip)) {
            paintItem(painter, rect, place.index);
            paintTokens(painter, rect, place);
        }
    paintLegend(painter, rect);
    painter.restore();
}

} // namespace headlight
