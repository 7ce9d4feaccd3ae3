#include "matrix/token_strip_painter.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "matrix/painting.h"
#include "matrix/token_labels.h"

namespace headlight {

namespace {

constexpr double comfortableWidthEm = 46.0;
constexpr double widestBoxEm = 16.0;

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
    row.check();
    m_view = view;
    m_row = row;
    m_units = row.units();
    m_labels = axisLabels(view.tokens);
    m_flowWidth = -1.0;
}

void TokenStripPainter::setFont(const QFont& font) {
    m_font = pixelFont(font);
    m_flowWidth = -1.0;
}

ColorBar TokenStripPainter::colorBar() const {
    return {m_view.range, m_view.colorMap, m_view.valueName, m_row.hasMasked()};
}

QString TokenStripPainter::valueText(int index) const {
    if (m_row.isMasked(0, index))
        return QStringLiteral("masked");
    const double value = static_cast<double>(m_view.values[index]);
    return std::isnan(value) ? QStringLiteral("–") : fourDigits(value);
}

double TokenStripPainter::titleHeight(double width) const {
    if (m_view.title.isEmpty())
        return 0.0;
    const QRectF words = QFontMetricsF(tokenFont(m_font))
                             .boundingRect(QRectF(0, 0, std::max(width, 1.0), 1e5), Qt::TextWordWrap, m_view.title);
    return std::ceil(words.height() + QFontInfo(m_font).pixelSize() * 0.4);
}

const TokenStripPainter::Flow& TokenStripPainter::flowFor(double width) const {
    if (m_flowWidth == width)
        return m_flow;
    const double em = QFontInfo(m_font).pixelSize();
    const QFontMetricsF metrics(m_font);
    const QFontMetricsF small(smaller(m_font));
    const double pad = std::round(em * 0.5);
    const double gap = std::round(em * 0.3);
    const double boxHeight = std::ceil(metrics.height() + small.height() + em * 0.4);
    m_flow = {};
    QPointF pen(pad, pad + titleHeight(width - 2 * pad));
    for (int i = 0; i < m_labels.size(); ++i) {
        const double words = std::max(std::min(metrics.horizontalAdvance(m_labels[i]), widestBoxEm * em),
                                      small.horizontalAdvance(valueText(i)));
        const double boxWidth = std::ceil(std::min(words + 0.8 * em, std::max(width - 2 * pad, em)));
        if (pen.x() > pad && pen.x() + boxWidth > width - pad)
            pen = {pad, pen.y() + boxHeight + gap};
        m_flow.boxes.append({pen, QSizeF(boxWidth, boxHeight)});
        pen.rx() += boxWidth + gap;
        m_flow.widest = std::max(m_flow.widest, pen.x() - gap + pad);
    }
    const int legendLines = colorBar().widths(m_font).linesIn(width - 2 * pad);
    m_flow.height =
        (m_labels.isEmpty() ? pen.y() : pen.y() + boxHeight + pad) + legendLines * std::ceil(metrics.height()) + pad;
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
    const QString value = m_row.isMasked(0, index)
                              ? QStringLiteral("not visible")
                              : m_view.valueName + QLatin1Char(' ') + exactText(m_view.values[index]);
    return QStringLiteral("token %1 “").arg(index) + m_labels[index] + QStringLiteral("” ") + value;
}

void TokenStripPainter::paint(QPainter& painter, const QRectF& rect) const {
    painter.save();
    painter.fillRect(rect, color(ColorRole::Surface, m_theme));
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    const double em = QFontInfo(m_font).pixelSize();
    const double pad = std::round(em * 0.5);
    painter.setFont(tokenFont(m_font));
    painter.setPen(color(ColorRole::Text, m_theme));
    painter.drawText(rect.adjusted(pad, pad, -pad, 0), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_view.title);
    const QFont small = smaller(m_font);
    const QFontMetricsF metrics(m_font);
    const ColorMap map(m_view.colorMap, m_theme);
    for (int i = 0; i < m_labels.size(); ++i) {
        const QRectF box = boxRect(rect, i);
        const QColor fill = QColor::fromRgb(map.at(static_cast<double>(m_units[i])));
        const bool pinned = m_pins.contains(i);
        const bool marked = pinned || i == m_hover;
        painter.setPen(QPen(color(pinned         ? ColorRole::Accent
                                  : i == m_hover ? ColorRole::Crosshair
                                                 : ColorRole::Border,
                                  m_theme),
                            marked ? 2.0 : 1.0));
        painter.setBrush(fill);
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 0.25 * em, 0.25 * em);
        if (std::isnan(m_units[i])) {
            painter.setBrush(QBrush(QColor::fromRgb(map.maskedHatch()), Qt::BDiagPattern));
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 0.25 * em, 0.25 * em);
        }
        painter.setPen(readableOn(fill));
        painter.setFont(m_font);
        const QRectF words = box.adjusted(0.3 * em, 0.2 * em, -0.3 * em, -0.2 * em);
        painter.drawText(words, Qt::AlignHCenter | Qt::AlignTop,
                         metrics.elidedText(m_labels[i], Qt::ElideRight, words.width() + 1));
        painter.setFont(small);
        painter.drawText(words, Qt::AlignHCenter | Qt::AlignBottom, valueText(i));
    }
    const double legendHeight = colorBar().widths(m_font).linesIn(rect.width() - 2 * pad) * std::ceil(metrics.height());
    const double legendTop = rect.top() + flowFor(rect.width()).height - pad - legendHeight;
    colorBar().paint(painter, QRectF(rect.left() + pad, legendTop, rect.width() - 2 * pad, legendHeight), m_font,
                     m_theme);
    painter.restore();
}

} // namespace headlight
