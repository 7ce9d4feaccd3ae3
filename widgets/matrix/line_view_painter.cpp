#include "matrix/line_view_painter.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <optional>

#include "matrix/painting.h"
#include "matrix/text_widths.h"
#include "matrix/token_labels.h"

namespace headlight {

namespace {

// Below it lines are thinner than a device pixel, which the rasteriser draws fifty times as fast: of weights that sum
// to one only a few per query are above.
constexpr float weakLine = 0.2f;
constexpr int mostThickLines = 600;

double widestLabel(const QStringList& labels, const TextWidths& widths) {
    double width = 0.0;
    for (const QString& label : labels)
        width = std::max(width, std::ceil(widths.of(label)));
    return width;
}

QStringList labelsOrNumbers(const QStringList& tokens, int count) {
    if (!tokens.isEmpty())
        return axisLabels(tokens);
    QStringList numbers;
    for (int i = 0; i < count; ++i)
        numbers << QString::number(i);
    return numbers;
}

// The part of a line within the height of an area: the rasteriser would walk all of a line that is mostly off screen.
std::optional<QLineF> clippedTo(const QRectF& area, const QPointF& from, const QPointF& to) {
    const double rise = to.y() - from.y();
    double begin = 0.0;
    double end = 1.0;
    if (rise != 0.0) {
        const double top = (area.top() - from.y()) / rise;
        const double bottom = (area.bottom() - from.y()) / rise;
        begin = std::max(begin, std::min(top, bottom));
        end = std::min(end, std::max(top, bottom));
    } else if (from.y() < area.top() || from.y() > area.bottom()) {
        return std::nullopt;
    }
    if (begin >= end)
        return std::nullopt;
    return QLineF(from + begin * (to - from), from + end * (to - from));
}

QColor mixed(const QColor& ink, const QColor& ground, float share) {
    const auto mix = [share](float of, float with) { return with + share * (of - with); };
    return QColor::fromRgbF(mix(ink.redF(), ground.redF()), mix(ink.greenF(), ground.greenF()),
                            mix(ink.blueF(), ground.blueF()));
}

} // namespace

LineViewPainter::LineViewPainter() : m_font(pixelFont({})) {}

void LineViewPainter::setView(const MatrixView& view) {
    view.check();
    // A sentence keeps its tokens while layers, heads and features change: its labels are measured once.
    const bool isOtherText = m_rowLabels.size() != view.rows || m_columnLabels.size() != view.columns ||
                             m_view.rowLabels != view.rowLabels || m_view.columnLabels != view.columnLabels;
    m_view = view;
    m_selection.setView(view);
    m_noteWidth = -1.0;
    if (isOtherText) {
        m_rowLabels = labelsOrNumbers(view.rowLabels, view.rows);
        m_columnLabels = labelsOrNumbers(view.columnLabels, view.columns);
        setFont(m_font);
    }
}

void LineViewPainter::setChoice(const LineChoice& choice) {
    m_selection.setChoice(choice);
    m_noteWidth = -1.0;
}

void LineViewPainter::setFont(const QFont& font) {
    m_font = pixelFont(font);
    m_noteWidth = -1.0;
    const TextWidths widths(m_font);
    m_widestRow = widestLabel(m_rowLabels, widths);
    m_widestColumn = m_columnLabels == m_rowLabels ? m_widestRow : widestLabel(m_columnLabels, widths);
}

QList<int> LineViewPainter::chosenRows() const {
    QList<int> rows = m_pins.rows;
    if (m_hover.row >= 0 && !rows.contains(m_hover.row))
        rows << m_hover.row;
    return rows;
}

/// Of a cell that another view points at, its query is shown.
QList<int> LineViewPainter::chosenColumns() const {
    QList<int> columns = m_pins.columns;
    if (m_hover.row < 0 && m_hover.column >= 0 && !columns.contains(m_hover.column))
        columns << m_hover.column;
    return columns;
}

QList<MapLine> LineViewPainter::shownLines() const {
    return hasChosen() ? m_selection.linesOf(chosenRows(), chosenColumns()) : m_selection.lines();
}

QString LineViewPainter::note() const {
    return hasChosen() ? m_selection.noteOf(chosenRows(), chosenColumns(), shownLines()) : m_selection.note();
}

double LineViewPainter::spacing(double viewHeight) const {
    const double line = QFontMetricsF(m_font).height();
    const int count = std::max({1, m_view.rows, m_view.columns});
    return std::clamp(viewHeight / count, 1.05 * line, 2.0 * line);
}

double LineViewPainter::contentHeight(double viewHeight) const {
    return std::ceil(spacing(viewHeight) * std::max(m_view.rows, m_view.columns));
}

/// Stays the same while a token is pointed at.
double LineViewPainter::noteHeight(double width) const {
    if (m_selection.note().isEmpty())
        return 0.0;
    if (m_noteWidth != width) { // every label asks for it
        const QRectF room(0, 0, std::max(width, 1.0), 1e4);
        m_noteHeight =
            std::ceil(QFontMetricsF(m_font).boundingRect(room, Qt::TextWordWrap, m_selection.note()).height());
        m_noteWidth = width;
    }
    return m_noteHeight;
}

QRectF LineViewPainter::tokenArea(const QRectF& rect) const {
    const double line = m_style.has(FigurePart::Labels) ? std::ceil(QFontMetricsF(m_font).height()) : 0.0;
    const double pad = std::round(QFontInfo(m_font).pixelSize() * 0.5);
    const double note = noteHeight(rect.width() - 2 * pad);
    const double below = note == 0.0 ? pad : note + 1.5 * pad;
    return rect.adjusted(pad, pad + line + 0.5 * pad, -pad, -below);
}

QSizeF LineViewPainter::naturalSize() const {
    const double em = QFontInfo(m_font).pixelSize();
    const double line = QFontMetricsF(m_font).height();
    const QRectF probe(0, 0, 1000, 1000);
    const double around = probe.height() - tokenArea(probe).height();
    const double labels = std::min(m_widestRow, 12 * em) + std::min(m_widestColumn, 12 * em);
    return {std::ceil(labels + 16 * em), std::ceil(around + 1.5 * line * std::max(m_view.rows, m_view.columns))};
}

double LineViewPainter::heightOf(double width, double lineHeights) const {
    const QRectF probe(0, 0, width, 1000);
    const double line = QFontMetricsF(m_font).height();
    return std::ceil(probe.height() - tokenArea(probe).height() +
                     lineHeights * line * std::max({1, m_view.rows, m_view.columns}));
}

double LineViewPainter::heightFor(double width) const {
    return heightOf(width, 1.5);
}

double LineViewPainter::leastHeightFor(double width) const {
    return heightOf(width, 1.05) + 1;
}

LineViewPainter::Sides LineViewPainter::sidesOf(const QRectF& rect) const {
    const QRectF area = tokenArea(rect);
    const double em = QFontInfo(m_font).pixelSize();
    const double most = std::min(12 * em, 0.32 * area.width());
    return {area.left() + std::min(m_widestRow, most) + 0.8 * em,
            area.right() - std::min(m_widestColumn, most) - 0.8 * em};
}

double LineViewPainter::scrolled(const QRectF& rect, bool query) const {
    const double view = tokenArea(rect).height(), step = spacing(view);
    const double hidden = step * (query ? m_view.rows : m_view.columns) - view;
    return hidden <= 0 ? 0.0 : hidden / (step * std::max(m_view.rows, m_view.columns) - view);
}

double LineViewPainter::tokenY(const QRectF& rect, bool query, int index) const {
    const QRectF area = tokenArea(rect);
    const double step = spacing(area.height());
    const int count = query ? m_view.rows : m_view.columns;
    // The shorter side is centred beside what is seen of the longer one; where it has no room there, both begin and end
    // together.
    const double seen = std::min(area.height(), step * std::max(m_view.rows, m_view.columns));
    const double begin = std::max(0.0, (seen - step * count) / 2.0) - m_offset * scrolled(rect, query);
    return area.top() + begin + (index + 0.5) * step;
}

QRectF LineViewPainter::labelRect(const QRectF& rect, bool query, int index) const {
    const QRectF area = tokenArea(rect);
    const Sides sides = sidesOf(rect);
    const double em = QFontInfo(m_font).pixelSize();
    const double height = std::ceil(QFontMetricsF(m_font).height());
    const double top = tokenY(rect, query, index) - height / 2;
    return query ? QRectF(area.left(), top, sides.left - 0.4 * em - area.left(), height)
                 : QRectF(sides.right + 0.4 * em, top, area.right() - sides.right - 0.4 * em, height);
}

MapCell LineViewPainter::tokenAt(const QRectF& rect, const QPointF& point) const {
    const QRectF area = tokenArea(rect);
    if (m_view.isEmpty() || !area.contains(point))
        return {};
    const Sides sides = sidesOf(rect);
    const bool query = point.x() <= sides.left;
    if (!query && point.x() < sides.right)
        return {};
    const int index = static_cast<int>(std::floor((point.y() - tokenY(rect, query, 0)) / spacing(area.height()) + 0.5));
    if (index < 0 || index >= (query ? m_view.rows : m_view.columns))
        return {};
    return query ? MapCell{index, -1} : MapCell{-1, index};
}

bool LineViewPainter::isChosen(bool query, int index) const {
    return query ? m_hover.row == index || m_pins.rows.contains(index)
                 : m_hover.column == index || m_pins.columns.contains(index);
}

void LineViewPainter::paintLines(QPainter& painter, const QRectF& rect) const {
    const QRectF area = tokenArea(rect);
    const Sides sides = sidesOf(rect);
    const double em = QFontInfo(m_font).pixelSize();
    const bool isSigned = m_view.colorMap == ColorMapId::Diverging;
    const ColorMap map(m_view.colorMap, m_theme);
    const double hairline = 0.9 / (keepsShapes(painter) ? 1.0 : deviceScaleOf(painter));
    const double step = spacing(area.height());
    const double firstRow = tokenY(rect, true, 0);
    const double firstColumn = tokenY(rect, false, 0);
    painter.save();
    painter.setClipRect(area, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    const QList<MapLine> lines = shownLines();
    const float thickFrom = lines.size() > mostThickLines ? 2.0f : weakLine;
    // In a crowd even strong lines let others through, or all would be one surface.
    const float crowd = std::sqrt(std::min(1.0f, float(mostThickLines) / float(std::max<qsizetype>(1, lines.size()))));
    for (const MapLine& line : lines) {
        const QPointF from(sides.left, firstRow + step * line.row);
        const QPointF to(sides.right, firstColumn + step * line.column);
        const auto visible = clippedTo(keepsShapes(painter) ? area : area.adjusted(0, -em, 0, em), from, to);
        if (!visible)
            continue;
        QColor tint = color(ColorRole::Accent, m_theme);
        if (isSigned)
            tint = QColor::fromRgb(map.at(line.unit < 0.5f ? 0.15 : 0.85));
        const float share = (0.12f + 0.88f * line.strength) * crowd;
        // A thick line is opaque: of a translucent one the rasteriser gives parts to other threads, and waits for them
        // longer than it draws.
        if (line.strength < thickFrom)
            tint.setAlphaF(share);
        else
            tint = mixed(tint, color(ColorRole::Surface, m_theme), share);
        const bool exact = line.row == m_hover.row && line.column == m_hover.column;
        const double width = exact                       ? 0.2 * em
                             : line.strength < thickFrom ? hairline
                                                         : em * (0.07 + 0.11 * static_cast<double>(line.strength));
        painter.setPen(QPen(exact ? color(ColorRole::Text, m_theme) : tint, width, Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(*visible);
    }
    painter.restore();
}

void LineViewPainter::paintLabels(QPainter& painter, const QRectF& rect, bool query) const {
    const QRectF area = tokenArea(rect);
    const double em = QFontInfo(m_font).pixelSize();
    const TextWidths widths(m_font);
    const QStringList& labels = query ? m_rowLabels : m_columnLabels;
    painter.save();
    painter.setClipRect(area.adjusted(-0.5 * em, 0, 0.5 * em, 0), Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int i = 0; i < labels.size(); ++i) {
        const QRectF box = labelRect(rect, query, i);
        if (box.bottom() < area.top() || box.top() > area.bottom())
            continue;
        const QString text = widths.elided(labels[i], Qt::ElideRight, box.width() + 1);
        ColorRole ink = ColorRole::Text;
        if (m_style.has(FigurePart::Marks) && isChosen(query, i)) {
            const bool pinned = (query ? m_pins.rows : m_pins.columns).contains(i);
            const double width = widths.of(text) + 0.6 * em;
            QRectF back(query ? box.right() - width + 0.3 * em : box.left() - 0.3 * em, box.top(), width, box.height());
            painter.setPen(Qt::NoPen);
            painter.setBrush(color(pinned ? ColorRole::Accent : ColorRole::Selection, m_theme));
            painter.drawRoundedRect(back, 0.25 * em, 0.25 * em);
            ink = pinned ? ColorRole::OnAccent : ColorRole::SelectionText;
        }
        painter.setPen(color(ink, m_theme));
        painter.drawText(box.adjusted(query ? -1 : 0, 0, query ? 0 : 1, 0),
                         (query ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, text);
    }
    painter.restore();
}

void LineViewPainter::paintWords(QPainter& painter, const QRectF& rect) const {
    const QRectF area = tokenArea(rect);
    const Sides sides = sidesOf(rect);
    const double em = QFontInfo(m_font).pixelSize();
    const double line = std::ceil(QFontMetricsF(m_font).height());
    const double top = rect.top() + std::round(em * 0.5);
    painter.setPen(color(ColorRole::MutedText, m_theme));
    if (m_style.has(FigurePart::Labels)) {
        const TextWidths widths(m_font);
        const double leftWidth = std::ceil(widths.of(m_view.rowTitle));
        painter.drawText(QRectF(area.left(), top, std::max(sides.left - 0.4 * em - area.left(), leftWidth), line),
                         m_widestRow < leftWidth ? Qt::AlignLeft : Qt::AlignRight, m_view.rowTitle);
        const double right = std::min(sides.right + 0.4 * em, area.right() - std::ceil(widths.of(m_view.columnTitle)));
        painter.drawText(QRectF(right, top, area.right() - right, line), Qt::AlignLeft, m_view.columnTitle);
    }
    if (const double height = noteHeight(area.width()); height > 0.0)
        painter.drawText(QRectF(area.left(), area.bottom() + 0.4 * em, area.width(), height),
                         Qt::AlignHCenter | Qt::TextWordWrap, note());
}

void LineViewPainter::paint(QPainter& painter, const QRectF& rect) const {
    painter.save();
    painter.fillRect(rect, m_style.groundOr(ColorRole::Surface, m_theme));
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setFont(m_font);
    paintWords(painter, rect);
    if (!m_view.isEmpty()) {
        paintLines(painter, rect);
        paintLabels(painter, rect, true);
        paintLabels(painter, rect, false);
    }
    painter.restore();
}

} // namespace headlight
