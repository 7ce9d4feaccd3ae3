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
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    return QString::number(value, 'f', 3).replace(QLatin1Char('-'), QStringLiteral("−"));
}

constexpr double leastBarEm = 3.0;
constexpr double leastMeaningEm = 4.3, mostMeaningEm = 12.0; // a sentence is for the read-out
constexpr double wordsGapEm = 0.8;

QFont strongFont(QFont font) {
    font.setWeight(QFont::DemiBold);
    return font;
}

QString ghostText(const Bar& bar, bool wasFits) {
    if (std::isnan(bar.ghost))
        return {};
    if (!wasFits)
        return bar.change;
    const QString was = QStringLiteral("was ") + numberText(bar.ghost);
    return bar.change.isEmpty() ? was : was + QStringLiteral(", ") + bar.change;
}

} // namespace

BarListPainter::BarListPainter() : m_font(pixelFont({})) {}

void BarListPainter::setBars(const QList<Bar>& bars) {
    m_bars = bars;
    m_hover = m_hover < count() ? m_hover : -1;
    measure();
}

void BarListPainter::setRange(double low, double high) {
    if (!(low <= 0.0 && high >= 0.0 && low < high))
        throw std::invalid_argument("BarListPainter: expected zero within the range, got " + std::to_string(low) +
                                    " to " + std::to_string(high));
    m_low = low;
    m_high = high;
    measure();
}

void BarListPainter::setStyle(const FigureStyle& style) {
    m_style = style;
    measure();
}

void BarListPainter::setFont(const QFont& font) {
    m_font = pixelFont(font);
    measure();
}

void BarListPainter::measure() {
    const QFontMetricsF metrics(strongFont(m_font)); // any bar may be the strong one
    m_widths = {};
    const auto widen = [&](double& width, const QString& text) {
        width = std::max(width, metrics.horizontalAdvance(text));
    };
    for (const Bar& bar : m_bars) {
        widen(m_widths.label, bar.label);
        m_widths.meaning = std::max(m_widths.meaning, QFontMetricsF(m_font).horizontalAdvance(bar.meaning));
        widen(m_widths.number, numberText(bar.value));
        widen(m_widths.ghost, ghostText(bar, true));
        widen(m_widths.change, ghostText(bar, false));
    }
    if (m_style.isFigure || m_bars.isEmpty())
        return;
    for (const double end : {m_low, m_high})
        widen(m_widths.number, numberText(end));
    Bar largest; // that will be told once something is altered
    largest.ghost = m_high;
    largest.change = QLatin1Char('+') + numberText(m_high);
    widen(m_widths.ghost, ghostText(largest, true));
    widen(m_widths.change, ghostText(largest, false));
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
    const double em = QFontInfo(m_font).pixelSize();
    double label = std::ceil(std::max(2.0 * em, m_widths.label)), ghost = m_widths.ghost;
    const double number = std::ceil(m_widths.number) + 1, change = m_widths.change;
    const auto withGap = [em](double words) { return words > 0.0 ? std::ceil(words) + wordsGapEm * em : 0.0; };
    const bool stacked = width - label - number - 1.2 * em < leastBarEm * em;
    const double room = width - label - number - 1.2 * em - withGap(change) - leastBarEm * em;
    double meaning = std::min(withGap(m_widths.meaning), std::ceil(room) - 1);
    const bool isMeant = !stacked && m_widths.meaning <= mostMeaningEm * em && meaning >= leastMeaningEm * em;
    meaning = isMeant ? meaning : 0.0;
    label += meaning;
    const double beside = stacked ? number + 0.6 * em : label + number + 1.2 * em;
    // Where there is little room the words "was …" go before the bars do, then the change; the read-out has both.
    const auto fits = [&](double words) { return width - beside - withGap(words) >= leastBarEm * em; };
    const bool wasFits = fits(ghost);
    ghost = wasFits ? withGap(ghost) : fits(change) ? withGap(change) : 0.0;
    return {stacked, meaning, stacked ? width : label, std::max(em, width - beside - ghost), number, ghost, wasFits};
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

QRectF BarListPainter::trackRect(const QRectF& rect, int index) const {
    const QRectF row = rowRect(rect, index);
    const Columns columns = columnsFor(row.width());
    const double inset = std::round(lineHeight() * 0.2);
    const double left = columns.stacked ? 0.0 : columns.label + 0.6 * QFontInfo(m_font).pixelSize();
    return {row.left() + left, row.bottom() - lineHeight() + inset, columns.bar, lineHeight() - 2 * inset};
}

/// From zero to the value, as far as it is within the range.
QRectF BarListPainter::spanOf(const QRectF& track, double value) const {
    const auto placeOf = [&](double at) {
        return track.left() + track.width() * (std::clamp(at, m_low, m_high) - m_low) / (m_high - m_low);
    };
    const double zero = placeOf(0.0), end = std::isnan(value) ? zero : placeOf(value);
    return {std::min(zero, end), track.top(), std::abs(end - zero), track.height()};
}

QRectF BarListPainter::barRect(const QRectF& rect, int index) const {
    return spanOf(trackRect(rect, index), m_bars[index].value);
}

QString BarListPainter::labelText(const QRectF& rect, int index) const {
    const Columns columns = columnsFor(rowRect(rect, index).width());
    const double room = columns.label - columns.meaning + 1;
    return QFontMetricsF(strongFont(m_font)).elidedText(m_bars[index].label, Qt::ElideMiddle, room);
}

QString BarListPainter::meaningText(const QRectF& rect, int index) const {
    const double em = QFontInfo(m_font).pixelSize(), meaning = columnsFor(rowRect(rect, index).width()).meaning;
    if (meaning <= 0.0)
        return {};
    return QFontMetricsF(m_font).elidedText(m_bars[index].meaning, Qt::ElideRight, meaning - wordsGapEm * em + 1);
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
    if (!bar.change.isEmpty())
        text += QStringLiteral(" (") + bar.change + QLatin1Char(')');
    return text;
}

void BarListPainter::paintBar(QPainter& painter, const QRectF& rect, int index) const {
    const Bar& bar = m_bars[index];
    const QRectF track = trackRect(rect, index), filled = barRect(rect, index);
    const double radius = 0.15 * QFontInfo(m_font).pixelSize();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color(ColorRole::Grid, m_theme));
    painter.drawRoundedRect(track, radius, radius);
    QColor fill = color(ColorRole::Accent, m_theme);
    if (!bar.strong)
        fill.setAlphaF(0.6f);
    painter.setBrush(fill);
    if (filled.width() > 0.0)
        painter.drawRoundedRect(filled, std::min(radius, filled.width() / 2), radius);
    if (!std::isnan(bar.ghost)) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(color(ColorRole::Altered, m_theme), 1.0));
        // Taller than the bar, so that it is seen also where the bar covers it.
        painter.drawRect(spanOf(track, bar.ghost).adjusted(0.5, -1.5, -0.5, 1.5));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (m_low < 0.0)
        painter.fillRect(QRectF(spanOf(track, m_low).right(), track.top() - 2, 1, track.height() + 4),
                         color(ColorRole::MutedText, m_theme));
}

void BarListPainter::paintRow(QPainter& painter, const QRectF& rect, int index) const {
    const Bar& bar = m_bars[index];
    const QRectF row = rowRect(rect, index), track = trackRect(rect, index);
    const Columns columns = columnsFor(row.width());
    const double line = lineHeight();
    if (index == m_hover && m_style.has(FigurePart::Marks))
        painter.fillRect(row, color(ColorRole::Raised, m_theme));
    painter.setFont(bar.strong ? strongFont(m_font) : m_font);
    painter.setPen(color(ColorRole::Text, m_theme));
    painter.drawText(QRectF(row.left(), row.top(), columns.label + 1, line),
                     (columns.stacked ? Qt::AlignLeft | Qt::AlignBottom : Qt::AlignRight | Qt::AlignVCenter),
                     labelText(rect, index));
    if (const QString meaning = meaningText(rect, index); !meaning.isEmpty()) {
        painter.setFont(m_font);
        painter.setPen(color(ColorRole::MutedText, m_theme));
        painter.drawText(QRectF(row.left(), row.top(), columns.meaning, line), Qt::AlignLeft | Qt::AlignVCenter,
                         meaning);
    }
    paintBar(painter, rect, index);

    painter.setFont(bar.strong ? strongFont(m_font) : m_font);
    painter.setPen(color(ColorRole::Text, m_theme));
    const QRectF number(track.right() + 0.6 * QFontInfo(m_font).pixelSize(), row.bottom() - line, columns.number, line);
    painter.drawText(number, Qt::AlignRight | Qt::AlignVCenter, numberText(bar.value));
    if (columns.ghost > 0.0) {
        painter.setFont(m_font);
        painter.setPen(color(ColorRole::Altered, m_theme));
        painter.drawText(QRectF(number.right(), number.top(), columns.ghost, line), Qt::AlignRight | Qt::AlignVCenter,
                         ghostText(bar, columns.wasFits));
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
