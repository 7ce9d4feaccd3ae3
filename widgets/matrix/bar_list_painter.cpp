#include "matrix/bar_list_painter.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "matrix/matrix_view.h"
#include "matrix/painting.h"

namespace headlight {

namespace {

QString numberText(double value) {
    if (std::isnan(value))
        return QStringLiteral("–");
    return QString::number(value, 'f', 3).replace(QLatin1Char('-'), QStringLiteral("−"));
}

constexpr double leastBarEm = 3.0;

QFont strongFont(QFont font) {
    font.setWeight(QFont::DemiBold);
    return font;
}

QString ghostText(const Bar& bar) {
    return std::isnan(bar.ghost) ? QString() : QStringLiteral("was ") + numberText(bar.ghost);
}

} // namespace

BarListPainter::BarListPainter() : m_font(pixelFont({})) {}

void BarListPainter::setBars(const QList<Bar>& bars) {
    m_bars = bars;
    m_hover = m_hover < count() ? m_hover : -1;
}

void BarListPainter::setFullValue(double value) {
    if (!(value > 0.0))
        throw std::invalid_argument("BarListPainter: expected a full value above 0, got " + std::to_string(value));
    m_full = value;
}

void BarListPainter::setFont(const QFont& font) {
    m_font = pixelFont(font);
}

double BarListPainter::lineHeight() const {
    return std::ceil(QFontMetricsF(m_font).height() * 1.4);
}

double BarListPainter::rowHeight(double width) const {
    return columnsFor(width).stacked ? 2 * lineHeight() : lineHeight();
}

double BarListPainter::titleHeight() const {
    return m_title.isEmpty() || !m_style.has(FigurePart::Title) ? 0.0 : lineHeight();
}

BarListPainter::Columns BarListPainter::columnsFor(double width) const {
    const QFontMetricsF metrics(strongFont(m_font)); // any bar may be the strong one
    const double em = QFontInfo(m_font).pixelSize();
    double label = 2.0 * em;
    double number = 0.0;
    double ghost = 0.0;
    for (const Bar& bar : m_bars) {
        label = std::max(label, metrics.horizontalAdvance(bar.label));
        number = std::max(number, metrics.horizontalAdvance(numberText(bar.value)));
        ghost = std::max(ghost, metrics.horizontalAdvance(ghostText(bar)));
    }
    label = std::ceil(label);
    number = std::ceil(number) + 1;
    ghost = ghost > 0.0 ? std::ceil(ghost) + 0.8 * em : 0.0;
    const bool stacked = width - label - number - 1.2 * em < leastBarEm * em;
    const double beside = stacked ? number + 0.6 * em : label + number + 1.2 * em;
    // Where there is little room the words "was …" go before the bars do; they are still in the read-out.
    if (width - beside - ghost < leastBarEm * em)
        ghost = 0.0;
    return {stacked, stacked ? width : label, std::max(em, width - beside - ghost), number, ghost};
}

QSizeF BarListPainter::naturalSize() const {
    const double em = QFontInfo(m_font).pixelSize();
    const Columns columns = columnsFor(60 * em);
    const double width = std::ceil(columns.label + 12 * em + columns.number + columns.ghost + 2.2 * em);
    return {width, heightFor(width)};
}

double BarListPainter::heightFor(double width) const {
    const double em = QFontInfo(m_font).pixelSize();
    return std::ceil(titleHeight() + rowHeight(width - em) * static_cast<double>(m_bars.size()) + em);
}

QRectF BarListPainter::rowRect(const QRectF& rect, int index) const {
    const double pad = QFontInfo(m_font).pixelSize() * 0.5;
    const double width = std::max(0.0, rect.width() - 2 * pad);
    const double height = rowHeight(width);
    return {rect.left() + pad, rect.top() + pad + titleHeight() + index * height, width, height};
}

QRectF BarListPainter::barRect(const QRectF& rect, int index) const {
    const QRectF row = rowRect(rect, index);
    const Columns columns = columnsFor(row.width());
    const double value = m_bars[index].value;
    const double share = std::isnan(value) ? 0.0 : std::clamp(value / m_full, 0.0, 1.0);
    const double inset = std::round(lineHeight() * 0.2);
    const double left = columns.stacked ? 0.0 : columns.label + 0.6 * QFontInfo(m_font).pixelSize();
    return {row.left() + left, row.bottom() - lineHeight() + inset, columns.bar * share, lineHeight() - 2 * inset};
}

QString BarListPainter::labelText(const QRectF& rect, int index) const {
    const double room = columnsFor(rowRect(rect, index).width()).label + 1;
    return QFontMetricsF(strongFont(m_font)).elidedText(m_bars[index].label, Qt::ElideMiddle, room);
}

int BarListPainter::indexAt(const QRectF& rect, const QPointF& point) const {
    for (int i = 0; i < m_bars.size(); ++i)
        if (rowRect(rect, i).contains(point))
            return i;
    return -1;
}

QString BarListPainter::readOut(int index) const {
    if (index < 0 || index >= m_bars.size())
        return {};
    const Bar& bar = m_bars[index];
    const QString meaning = bar.meaning.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(bar.meaning);
    QString text = bar.label + meaning + QLatin1Char(' ') + exactText(static_cast<float>(bar.value));
    if (!std::isnan(bar.ghost))
        text += QStringLiteral(", was ") + exactText(static_cast<float>(bar.ghost));
    return text;
}

void BarListPainter::paintRow(QPainter& painter, const QRectF& rect, int index) const {
    const Bar& bar = m_bars[index];
    const QRectF row = rowRect(rect, index);
    const Columns columns = columnsFor(row.width());
    const QRectF filled = barRect(rect, index);
    const double em = QFontInfo(m_font).pixelSize();
    const double radius = 0.15 * em;
    if (index == m_hover && m_style.has(FigurePart::Marks))
        painter.fillRect(row, color(ColorRole::Raised, m_theme));
    const QFont font = bar.strong ? strongFont(m_font) : m_font;
    painter.setFont(font);
    painter.setPen(color(ColorRole::Text, m_theme));
    const double line = lineHeight();
    painter.drawText(QRectF(row.left(), row.top(), columns.label + 1, line),
                     (columns.stacked ? Qt::AlignLeft | Qt::AlignBottom : Qt::AlignRight | Qt::AlignVCenter),
                     labelText(rect, index));

    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color(ColorRole::Grid, m_theme));
    const QRectF track(filled.left(), filled.top(), columns.bar, filled.height());
    painter.drawRoundedRect(track, radius, radius);
    QColor fill = color(ColorRole::Accent, m_theme);
    if (!bar.strong)
        fill.setAlphaF(0.6f);
    painter.setBrush(fill);
    if (filled.width() > 0.0)
        painter.drawRoundedRect(filled, std::min(radius, filled.width() / 2), radius);
    if (!std::isnan(bar.ghost)) {
        QRectF ghost = track;
        ghost.setWidth(columns.bar * std::clamp(bar.ghost / m_full, 0.0, 1.0));
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(color(ColorRole::Altered, m_theme), 1.0));
        // Taller than the bar, so that it is seen also where the bar covers it.
        painter.drawRect(ghost.adjusted(0.5, -1.5, -0.5, 1.5));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);

    painter.setPen(color(ColorRole::Text, m_theme));
    const QRectF number(track.right() + 0.6 * em, row.bottom() - line, columns.number, line);
    painter.drawText(number, Qt::AlignRight | Qt::AlignVCenter, numberText(bar.value));
    if (columns.ghost > 0.0) {
        painter.setFont(m_font);
        painter.setPen(color(ColorRole::Altered, m_theme));
        painter.drawText(QRectF(number.right(), number.top(), columns.ghost, line), Qt::AlignRight | Qt::AlignVCenter,
                         ghostText(bar));
    }
}

void BarListPainter::paint(QPainter& painter, const QRectF& rect) const {
    painter.save();
    painter.fillRect(rect, m_style.groundOr(ColorRole::Surface, m_theme));
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setFont(strongFont(m_font));
    painter.setPen(color(ColorRole::Text, m_theme));
    const double pad = QFontInfo(m_font).pixelSize() * 0.5;
    if (titleHeight() > 0.0)
        painter.drawText(QRectF(rect.left() + pad, rect.top() + pad, rect.width() - 2 * pad, titleHeight()),
                         Qt::AlignLeft | Qt::AlignVCenter, m_title);
    for (int i = 0; i < m_bars.size(); ++i)
        paintRow(painter, rect, i);
    painter.restore();
}

} // namespace headlight
