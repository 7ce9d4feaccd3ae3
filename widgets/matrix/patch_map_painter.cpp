#include "matrix/patch_map_painter.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QObject>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "matrix/painting.h"
#include "matrix/text_widths.h"

namespace headlight {

PatchMapPainter::PatchMapPainter() : m_font(pixelFont({})) {}

void PatchMapPainter::setView(const PatchMapView& view) {
    MatrixView row;
    row.rows = 1;
    row.columns = static_cast<int>(view.row.tokens.size());
    row.values = view.row.values;
    row.masked = view.row.masked;
    row.columnLabels = view.row.tokens;
    row.range = view.row.range;
    row.colorMap = view.row.colorMap;
    row.rowsAreShares = view.row.rowsAreShares;
    row.check();
    if (view.rows < 0 || view.columns < 0 || row.columns < view.rows * view.columns)
        throw std::invalid_argument("PatchMapPainter: expected a value for each of " + std::to_string(view.rows) +
                                    " x " + std::to_string(view.columns) + " patches, got " +
                                    std::to_string(row.columns));
    m_view = view;
    m_row = row;
    m_use = {};
    m_units = row.units(&m_use);
}

void PatchMapPainter::setFont(const QFont& font) {
    m_font = pixelFont(font);
}

double PatchMapPainter::pad() const {
    return std::round(QFontInfo(m_font).pixelSize() * 0.5);
}

double PatchMapPainter::lineHeight() const {
    return std::ceil(QFontMetricsF(m_font).height());
}

double PatchMapPainter::titleHeight(double width) const {
    if (m_view.row.title.isEmpty() || !m_style.has(FigurePart::Title))
        return 0.0;
    return std::ceil(TextWidths(m_font).heightIn(width - 2 * pad(), m_view.row.title)) + pad();
}

ColorBar PatchMapPainter::colorBar() const {
    return {m_view.row.range,
            m_view.row.colorMap,
            m_view.row.valueName,
            m_row.hasMasked(),
            false,
            {},
            m_style.isFigure,
            m_use};
}

double PatchMapPainter::legendHeight(double width) const {
    return m_style.has(FigurePart::ColorBar) ? colorBar().widths(m_font).linesIn(width - 2 * pad()) * lineHeight()
                                             : 0.0;
}

QList<QRectF> PatchMapPainter::markRects(double width) const {
    QList<QRectF> rects;
    const TextWidths widths(m_font);
    const double height = std::ceil(lineHeight() * 1.3), gap = std::round(pad() * 0.6);
    QPointF pen(pad(), pad() + titleHeight(width));
    for (int mark = 0; mark < marks(); ++mark) {
        const QSizeF size(std::ceil(widths.of(m_view.row.tokens[mark]) + 2 * pad()), height);
        if (pen.x() > pad() && pen.x() + size.width() > width - pad())
            pen = {pad(), pen.y() + height + gap};
        rects << QRectF(pen, size);
        pen.rx() += size.width() + gap;
    }
    return rects;
}

double PatchMapPainter::imageTop(double width) const {
    const QList<QRectF> rects = markRects(width);
    return (rects.isEmpty() ? titleHeight(width) : rects.last().bottom()) + pad();
}

double PatchMapPainter::heightFor(double width) const {
    const double shape = m_view.image.isNull() ? 1.0 : double(m_view.image.height()) / m_view.image.width();
    const double legend = legendHeight(width);
    return std::ceil(imageTop(width) + (width - 2 * pad()) * shape + pad() + (legend > 0 ? legend + pad() : 0.0));
}

QSizeF PatchMapPainter::naturalSize() const {
    const double width = 24.0 * QFontInfo(m_font).pixelSize();
    return {width, heightFor(width)};
}

/// As large as it can be in its proportions, in the middle of what the rest leaves.
QRectF PatchMapPainter::imageRect(const QRectF& rect) const {
    const double legend = legendHeight(rect.width());
    const QRectF room =
        rect.adjusted(pad(), imageTop(rect.width()), -pad(), -pad() - (legend > 0 ? legend + pad() : 0));
    const QSizeF size = QSizeF(m_view.image.size()).scaled(room.size().expandedTo({1, 1}), Qt::KeepAspectRatio);
    return {room.left() + (room.width() - size.width()) / 2, room.top(), size.width(), size.height()};
}

QRectF PatchMapPainter::itemRect(const QRectF& rect, int index) const {
    if (index < marks())
        return markRects(rect.width())[index].translated(rect.topLeft());
    const int patch = index - marks(), row = patch / m_view.columns, column = patch % m_view.columns;
    const QRectF image = imageRect(rect);
    const QSizeF size(image.width() / m_view.columns, image.height() / m_view.rows);
    return {image.left() + column * size.width(), image.top() + row * size.height(), size.width(), size.height()};
}

int PatchMapPainter::indexAt(const QRectF& rect, const QPointF& point) const {
    const QRectF image = imageRect(rect);
    if (image.contains(point) && m_view.rows > 0) {
        const int row = std::min(int((point.y() - image.top()) / image.height() * m_view.rows), m_view.rows - 1);
        const int column =
            std::min(int((point.x() - image.left()) / image.width() * m_view.columns), m_view.columns - 1);
        return marks() + row * m_view.columns + column;
    }
    const QList<QRectF> rects = markRects(rect.width());
    for (int mark = 0; mark < rects.size(); ++mark)
        if (rects[mark].translated(rect.topLeft()).contains(point))
            return mark;
    return -1;
}

QString PatchMapPainter::readOut(int index) const {
    if (index < 0 || index >= count())
        return {};
    const QString value = m_row.isMasked(0, index)
                              ? QObject::tr("not visible")
                              : m_view.row.valueName + QLatin1Char(' ') + exactText(m_view.row.values[index]);
    const QString& token = m_view.row.tokens[index];
    return index < marks() ? token + QLatin1Char(' ') + value : QObject::tr("patch %1 %2").arg(token, value);
}

void PatchMapPainter::paintMarks(QPainter& painter, const QRectF& rect, const ColorMap& map) const {
    const double radius = 0.25 * QFontInfo(m_font).pixelSize();
    const QList<QRectF> rects = markRects(rect.width());
    for (int mark = 0; mark < rects.size(); ++mark) {
        const QRectF box = rects[mark].translated(rect.topLeft());
        const bool isMarked = mark == m_view.query || mark == m_hover;
        const QColor fill = QColor::fromRgb(map.at(double(m_units[mark])));
        painter.setPen(QPen(color(mark == m_view.query ? ColorRole::Accent
                                  : isMarked           ? ColorRole::Crosshair
                                                       : ColorRole::Border,
                                  m_theme),
                            isMarked ? 2.0 : 1.0));
        painter.setBrush(fill);
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
        painter.setPen(readableOn(fill));
        painter.drawText(box, Qt::AlignCenter, m_view.row.tokens[mark]);
    }
}

void PatchMapPainter::paintPatches(QPainter& painter, const QRectF& rect, const ColorMap& map) const {
    const QRectF image = imageRect(rect);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(image, m_view.image);
    painter.setRenderHint(QPainter::Antialiasing, false); // neighbours share an edge
    for (int index = marks(); index < count(); ++index) {
        const QRectF cell = itemRect(rect, index);
        if (m_row.isMasked(0, index)) {
            drawHatch(painter, cell, QColor::fromRgb(map.maskedHatch()), image.topLeft());
            continue;
        }
        QColor fill = QColor::fromRgb(map.at(double(m_units[index])));
        fill.setAlphaF(float(m_view.strength));
        painter.fillRect(cell, fill);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const auto& [index, role] :
         {std::pair(m_hover, ColorRole::Crosshair), std::pair(m_view.query, ColorRole::Accent)})
        if (index >= marks() && index < count()) { // on a ring of the ground, so that it is seen on any image
            painter.setPen(QPen(color(ColorRole::Surface, m_theme), 4.0));
            painter.drawRect(itemRect(rect, index));
            painter.setPen(QPen(color(role, m_theme), 2.0));
            painter.drawRect(itemRect(rect, index));
        }
}

void PatchMapPainter::paint(QPainter& painter, const QRectF& rect) const {
    painter.save();
    painter.fillRect(rect, m_style.groundOr(ColorRole::Surface, m_theme));
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(m_font);
    if (titleHeight(rect.width()) > 0) {
        painter.setPen(color(ColorRole::Text, m_theme));
        painter.drawText(rect.adjusted(pad(), pad(), -pad(), 0), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                         m_view.row.title);
    }
    const ColorMap map(m_view.row.colorMap, m_theme);
    paintMarks(painter, rect, map);
    if (!m_view.image.isNull())
        paintPatches(painter, rect, map);
    if (const double legend = legendHeight(rect.width()); legend > 0)
        colorBar().paint(
            painter, QRectF(rect.left() + pad(), imageRect(rect).bottom() + pad(), rect.width() - 2 * pad(), legend),
            m_font, m_theme);
    painter.restore();
}

} // namespace headlight
