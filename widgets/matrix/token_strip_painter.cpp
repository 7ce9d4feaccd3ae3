#include "matrix/token_strip_painter.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QObject>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "matrix/cell_image.h"
#include "matrix/painting.h"
#include "matrix/text_widths.h"
#include "matrix/token_labels.h"

namespace headlight {

namespace {

constexpr double comfortableWidthEm = 46.0;
constexpr double widestBoxEm = 16.0;
constexpr double wordPadEm = 0.36; // of a word in a text, both sides together: as a blank between words

QFont smaller(QFont font) {
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(font.pixelSize() * 0.85))));
    return font;
}

QFont tokenFont(QFont font) {
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

TokenStripPainter::TokenStripPainter() : m_font(pixelFont({})) {}

void TokenStripPainter::setView(const TokenStripView& view) {
    MatrixView row;
    row.rows = 1;
    row.columns = static_cast<int>(view.tokens.size());
    row.values = view.values;
    row.masked = view.masked;
    row.columnLabels = view.tokens;
    row.range = view.range;
    row.colorMap = view.colorMap;
    row.rowsAreShares = view.rowsAreShares;
    row.seesBehind = view.seesBehind;
    row.check();
    if (!view.numbers.isEmpty() && view.numbers.size() != view.values.size())
        throw std::invalid_argument("TokenStripPainter: expected a number for each of " +
                                    std::to_string(view.values.size()) + " tokens, got " +
                                    std::to_string(view.numbers.size()));
    m_view = view;
    m_row = row;
    m_use = {};
    m_units = row.units(&m_use);
    m_behind = row.unitsBehind();
    label();
}

void TokenStripPainter::label() {
    m_labels = axisLabels(m_view.tokens);
    if (isText())
        std::transform(m_view.tokens.begin(), m_view.tokens.end(), m_labels.begin(), visibleToken); // as it is read
    m_flowWidth = -1.0;
    m_wordsWidths.clear();
}

void TokenStripPainter::setFont(const QFont& font) {
    m_font = pixelFont(font);
    m_flowWidth = -1.0;
    m_wordsWidths.clear();
}

void TokenStripPainter::setStyle(const FigureStyle& style) {
    m_style = style;
    label();
}

void TokenStripPainter::setCompact(bool compact) {
    m_compact = compact;
    label();
}

QSizeF TokenStripPainter::pad() const {
    const int em = QFontInfo(m_font).pixelSize();
    return {std::round(em * 0.5), std::round(em * (isCompact() ? 0.25 : 0.5))};
}

ColorBar TokenStripPainter::colorBar() const {
    return {
        m_view.range, m_view.colorMap, m_view.valueName, m_row.hasMasked(), !m_behind.isEmpty(), {}, m_style.isFigure,
        m_use};
}

QString TokenStripPainter::valueText(int index) const {
    if (m_row.isMasked(0, index))
        return QStringLiteral("masked");
    const double value = static_cast<double>(m_view.values[index]);
    if (std::isnan(value))
        return QStringLiteral("–");
    return m_view.numbers.isEmpty() ? fourDigits(value) : m_view.numbers[index];
}

double TokenStripPainter::titleHeight(double width) const {
    if (m_view.title.isEmpty() || !m_style.has(FigurePart::Title))
        return 0.0;
    if (isCompact())
        return std::ceil(QFontMetricsF(tokenFont(m_font)).height());
    const double words = TextWidths(tokenFont(m_font)).heightIn(width, m_view.title);
    return std::ceil(words + QFontInfo(m_font).pixelSize() * 0.4);
}

double TokenStripPainter::legendHeight(double width) const {
    return m_style.has(FigurePart::ColorBar) && !isCompact()
               ? colorBar().widths(m_font).linesIn(width) * std::ceil(QFontMetricsF(m_font).height())
               : 0.0;
}

double TokenStripPainter::wordsWidth(int index) const {
    if (m_wordsWidths.isEmpty()) {
        const TextWidths widths(m_font), small(smaller(m_font));
        const double number = small.ofNumber(m_view.widestNumber);
        for (int i = 0; i < m_labels.size(); ++i) {
            const double word = widths.of(m_labels[i]);
            m_wordsWidths << (isText() ? word : std::max({word, number, small.ofNumber(valueText(i))}));
        }
    }
    return m_wordsWidths[index];
}

double TokenStripPainter::boxWidth(int index, double most) const {
    const double em = QFontInfo(m_font).pixelSize(), words = std::min(wordsWidth(index), widestBoxEm * em);
    return std::ceil(std::min(words + (isText() ? wordPadEm : 0.8) * em, most));
}

double TokenStripPainter::boxHeight() const {
    const double word = QFontMetricsF(m_font).height();
    if (isText())
        return std::ceil(word * 1.15);
    return std::ceil(word + QFontMetricsF(smaller(m_font)).height() + QFontInfo(m_font).pixelSize() * 0.4);
}

const TokenStripPainter::Flow& TokenStripPainter::flowFor(double width) const {
    if (m_flowWidth == width)
        return m_flow;
    const double em = QFontInfo(m_font).pixelSize();
    const double pad = this->pad().width(), above = this->pad().height();
    const QSizeF gap = isText() ? QSizeF(1.0, std::round(em * 0.2)) : QSizeF(1.0, 1.0) * std::round(em * 0.3);
    m_flow = {};
    const double legend = legendHeight(width - 2 * pad);
    QPointF pen(pad, above + titleHeight(width - 2 * pad));
    m_flow.legendTop = pen.y();
    if (isText() && legend > 0.0)
        pen.ry() += legend + above;
    const double height = boxHeight();
    for (int i = 0; i < m_labels.size(); ++i) {
        const QSizeF size(boxWidth(i, std::max(width - 2 * pad, em)), height);
        if (pen.x() > pad && pen.x() + size.width() > width - pad)
            pen = {pad, pen.y() + size.height() + gap.height()};
        m_flow.boxes.append({pen, size});
        pen.rx() += size.width() + gap.width();
        m_flow.widest = std::max(m_flow.widest, pen.x() - gap.width() + pad);
    }
    m_flow.height = (m_labels.isEmpty() ? pen.y() : m_flow.boxes.last().bottom() + above);
    if (!isText() && legend > 0.0) {
        m_flow.legendTop = m_flow.height;
        m_flow.height += legend + above;
    }
    m_flowWidth = width;
    return m_flow;
}

double TokenStripPainter::heightFor(double width) const {
    return std::ceil(flowFor(width).height);
}

QSizeF TokenStripPainter::naturalSize() const {
    const double em = QFontInfo(m_font).pixelSize();
    const double most = comfortableWidthEm * em;
    const double width =
        std::max(std::min(flowFor(most).widest, most), std::min(colorBar().widths(m_font).all + em, most));
    return {std::ceil(width), heightFor(std::ceil(width))};
}

QRectF TokenStripPainter::boxRect(const QRectF& rect, int index) const {
    return flowFor(rect.width()).boxes[index].translated(rect.topLeft());
}

int TokenStripPainter::indexAt(const QRectF& rect, const QPointF& point) const {
    for (int i = 0; i < m_labels.size(); ++i)
        if (boxRect(rect, i).contains(point))
            return i;
    return -1;
}

QString TokenStripPainter::readOut(int index) const {
    if (index < 0 || index >= m_labels.size())
        return {};
    QString value = m_view.valueName + QLatin1Char(' ') + exactText(m_view.values[index]);
    if (m_row.isMasked(0, index))
        value = m_behind.isEmpty() || std::isnan(m_behind[index]) ? QObject::tr("not visible")
                                                                  : value + QObject::tr(", hidden by the mask");
    return QObject::tr("token %1 “").arg(index) + m_labels[index] + QStringLiteral("” ") + value;
}

QColor TokenStripPainter::fillOf(int index, const ColorMap& map) const {
    if (std::isnan(m_units[index]) && !m_behind.isEmpty() && !std::isnan(m_behind[index]))
        return QColor::fromRgb(CellStyle{map}.ground(m_behind[index]));
    if (std::isnan(m_units[index]) && !m_row.isMasked(0, index))
        return color(ColorRole::Surface, m_theme); // it has no number, or none yet
    return QColor::fromRgb(map.at(static_cast<double>(m_units[index])));
}

void TokenStripPainter::paintBox(QPainter& painter, const QRectF& box, int index, const ColorMap& map) const {
    const double radius = (isText() ? 0.15 : 0.25) * QFontInfo(m_font).pixelSize();
    const QColor fill = fillOf(index, map);
    const bool pinned = marks() && m_pins.contains(index);
    const bool marked = marks() && (pinned || index == m_hover);
    const ColorRole frame = pinned ? ColorRole::Accent : marked ? ColorRole::Crosshair : ColorRole::Border;
    painter.setPen(isText() && !marked ? QPen(Qt::NoPen) : QPen(color(frame, m_theme), marked ? 2.0 : 1.0));
    painter.setBrush(fill);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    if (m_row.isMasked(0, index)) {
        const double inside = 0.5 + 0.3 * radius; // within the rounded corners
        drawHatch(painter, box.adjusted(inside, inside, -inside, -inside), QColor::fromRgb(map.maskedHatch()),
                  box.topLeft());
    }
}

QRectF TokenStripPainter::insideOf(const QRectF& box) const {
    const double em = QFontInfo(m_font).pixelSize();
    return isText() ? box.adjusted(0, 0, 0, -1) : box.adjusted(0.3 * em, 0.2 * em, -0.3 * em, -0.2 * em);
}

void TokenStripPainter::paintWord(QPainter& painter, const QRectF& box, int index, const ColorMap& map) const {
    painter.setPen(readableOn(fillOf(index, map)));
    const QRectF inside = insideOf(box);
    const bool hasRoom = wordsWidth(index) <= inside.width() + 1;
    painter.drawText(inside, Qt::AlignHCenter | (isText() ? Qt::AlignVCenter : Qt::AlignTop),
                     hasRoom ? m_labels[index]
                             : TextWidths(m_font).elided(m_labels[index], Qt::ElideRight, inside.width() + 1));
}

void TokenStripPainter::paintNumber(QPainter& painter, const QRectF& box, int index, const ColorMap& map) const {
    painter.setPen(readableOn(fillOf(index, map)));
    painter.drawText(insideOf(box), Qt::AlignHCenter | Qt::AlignBottom, valueText(index));
}

/// All boxes, then all words, then all numbers: a painter is slow to change its font.
void TokenStripPainter::paintBoxes(QPainter& painter, const QRectF& rect) const {
    const ColorMap map(m_view.colorMap, m_theme);
    const QRectF seen = painter.clipBoundingRect();
    using Part = void (TokenStripPainter::*)(QPainter&, const QRectF&, int, const ColorMap&) const;
    const auto paintAll = [&](Part part) {
        for (int i = 0; i < m_labels.size(); ++i)
            if (const QRectF box = boxRect(rect, i); box.intersects(seen))
                (this->*part)(painter, box, i, map);
    };
    paintAll(&TokenStripPainter::paintBox);
    painter.setFont(m_font);
    paintAll(&TokenStripPainter::paintWord);
    if (isText())
        return;
    painter.setFont(smaller(m_font));
    paintAll(&TokenStripPainter::paintNumber);
}

QString TokenStripPainter::titleLine(double width) const {
    const TextWidths widths(tokenFont(m_font));
    const QString range = QStringLiteral(" · ") + colorBar().shortWords();
    const double room = std::max(0.0, width - widths.of(range));
    QString title = m_view.title;
    for (const QString& shorter : m_view.shorterTitles)
        if (widths.of(title) > room)
            title = shorter;
    return widths.elided(title, Qt::ElideMiddle, room) + range;
}

void TokenStripPainter::paintTitle(QPainter& painter, const QRectF& room) const {
    if (m_view.title.isEmpty() || !m_style.has(FigurePart::Title))
        return;
    const QFont bold = tokenFont(m_font);
    painter.setFont(bold);
    painter.setPen(color(ColorRole::Text, m_theme));
    if (isCompact())
        painter.drawText(room, Qt::AlignLeft | Qt::AlignTop, titleLine(room.width()));
    else
        painter.drawText(room, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_view.title);
}

void TokenStripPainter::paint(QPainter& painter, const QRectF& rect) const {
    painter.save();
    painter.fillRect(rect, m_style.groundOr(ColorRole::Surface, m_theme));
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    const double pad = this->pad().width();
    paintTitle(painter, rect.adjusted(pad, this->pad().height(), -pad, 0));
    paintBoxes(painter, rect);
    const double legendTop = rect.top() + flowFor(rect.width()).legendTop;
    const double legend = legendHeight(rect.width() - 2 * pad);
    if (legend > 0.0)
        colorBar().paint(painter, QRectF(rect.left() + pad, legendTop, rect.width() - 2 * pad, legend), m_font,
                         m_theme);
    painter.restore();
}

} // namespace headlight
