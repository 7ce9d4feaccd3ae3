#include "matrix/bar_list_painter.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "matrix/matrix_view.h"
#include "matrix/painting.h"
#include "matrix/text_widths.h"

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
constexpr double leastMeaningEm = 3.0, mostMeaningEm = 12.0; // a sentence is for the read-out
constexpr double usualReach = 88.888;                        // of log-odds, in the widest digits
const QString smallChanges[] = {QStringLiteral("+0.0008"), QStringLiteral("−8e−08")};
constexpr double stackedTextLines = 0.85, stackedBarLines = 0.2, stackedRowLines = 1.1; // hardly higher
constexpr double wordsGapEm = 0.5;

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
    const TextWidths strong(strongFont(m_font)), plain(m_font); // any bar may be the strong one
    m_widths = {};
    const auto widen = [](double& width, const TextWidths& font, const QString& text) {
        width = std::max(width, font.of(text));
    };
    const auto widenGhost = [&](const Bar& bar) {
        widen(m_widths.ghost, plain, ghostText(bar, true));
        widen(m_widths.change, plain, ghostText(bar, false));
    };
    for (const Bar& bar : m_bars) {
        widen(m_widths.label, strong, bar.label);
        widen(m_widths.meaning, plain, bar.meaning);
        widen(m_widths.number, strong, numberText(bar.value));
        widenGhost(bar);
    }
    m_widths.toldChange = m_widths.change;
    if (m_style.isFigure || m_bars.isEmpty())
        return;
    // What will be told, now or once something is altered. Where the ends follow the answer, columns must not: whether
    // a row has one line or two is decided by them.
    for (const double end : {m_low, m_high, m_low < 0.0 ? -usualReach : m_high}) {
        widen(m_widths.number, strong, numberText(end));
        Bar told;
        told.ghost = end;
        for (const QString& change : {QLatin1Char('+') + numberText(std::abs(end)), smallChanges[0], smallChanges[1]}) {
            told.change = change;
            widenGhost(told);
        }
    }
}

double BarListPainter::lineHeight() const {
    return std::ceil(QFontMetricsF(m_font).height() * 1.4);
}

double BarListPainter::rowHeight(double width) const {
    return columnsFor(width).stacked ? std::ceil(stackedRowLines * lineHeight()) : lineHeight();
}

double BarListPainter::textHeight(const Columns& columns) const {
    return columns.stacked ? std::round(stackedTextLines * lineHeight()) : lineHeight();
}

double BarListPainter::titleHeight() const {
    return m_title.isEmpty() || !m_style.has(FigurePart::Title) ? 0.0 : lineHeight();
}

BarListPainter::Columns BarListPainter::columnsFor(double width) const {
    const double em = QFontInfo(m_font).pixelSize();
    const auto withGap = [em](double words) { return words > 0.0 ? std::ceil(words) + wordsGapEm * em : 0.0; };
    const double number = std::ceil(m_widths.number) + 1, change = withGap(m_widths.change);
    const double meaning = m_widths.meaning <= mostMeaningEm * em ? withGap(m_widths.meaning) : 0.0;
    const double widest = std::ceil(std::max(2.0 * em, m_widths.label));
    // A meaning gives the words of a change their room, a bare label only its bar and number.
    const double beside = widest + number + (1.2 + leastBarEm) * em + (meaning > 0.0 ? meaning + change : 0.0);
    Columns columns{};
    columns.stacked = width < beside;
    columns.number = number;
    columns.label = columns.stacked ? std::min(widest, std::max(em, width - number - 0.6 * em)) : widest;
    const double between = columns.stacked ? 0.6 * em : (1.2 + leastBarEm) * em;
    const double room = width - columns.label - number - between - (meaning > 0.0 ? change : 0.0);
    columns.meaning = room >= std::min(meaning, leastMeaningEm * em) ? std::min(meaning, room) : 0.0;
    // Where there is little room the words "was …" go before the bars do, then the change; the read-out has both.
    const double left = width - columns.label - columns.meaning - number - between;
    columns.wasFits = left >= withGap(m_widths.ghost);
    const bool changeFits = left >= std::floor(change); // a meaning may leave exactly that
    const double told = withGap(m_widths.toldChange);   // where there is no room for any that may come
    columns.ghost = columns.wasFits            ? withGap(m_widths.ghost)
                    : changeFits               ? change
                    : left >= std::floor(told) ? told
                                               : 0.0;
    const double words = columns.label + columns.meaning + number + 1.2 * em + columns.ghost;
    columns.bar = columns.stacked ? width : std::max(em, width - words);
    return columns;
}

QSizeF BarListPainter::naturalSize() const {
    const double em = QFontInfo(m_font).pixelSize();
    const Columns columns = columnsFor(60 * em);
    const double words = columns.label + columns.meaning + columns.number + columns.ghost;
    const double width = std::ceil(words + 12 * em + 2.2 * em);
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
    if (columns.stacked)
        return {row.left(), row.top() + textHeight(columns), columns.bar, std::round(stackedBarLines * lineHeight())};
    const double inset = std::round(lineHeight() * 0.2);
    const double left = columns.meaning + columns.label + 0.6 * QFontInfo(m_font).pixelSize();
    return {row.left() + left, row.top() + inset, columns.bar, lineHeight() - 2 * inset};
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
    const double room = columnsFor(rowRect(rect, index).width()).label + 1;
    return TextWidths(strongFont(m_font)).elided(m_bars[index].label, Qt::ElideMiddle, room);
}

QString BarListPainter::meaningText(const QRectF& rect, int index) const {
    const double em = QFontInfo(m_font).pixelSize(), meaning = columnsFor(rowRect(rect, index).width()).meaning;
    if (meaning <= 0.0)
        return {};
    return TextWidths(m_font).elided(m_bars[index].meaning, Qt::ElideRight, meaning - wordsGapEm * em + 1);
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
    const QRectF row = rowRect(rect, index);
    const Columns columns = columnsFor(row.width());
    const double height = textHeight(columns);
    if (index == m_hover && m_style.has(FigurePart::Marks))
        painter.fillRect(row, color(ColorRole::Raised, m_theme));
    const auto write = [&](ColorRole role, double left, double width, Qt::Alignment side, const QString& text) {
        painter.setPen(color(role, m_theme));
        painter.drawText(QRectF(left, row.top(), width, height), int(side | Qt::AlignVCenter), text);
    };
    const QFont& font = bar.strong ? strongFont(m_font) : m_font;
    painter.setFont(font);
    const bool leads = columns.stacked || columns.meaning > 0.0; // else the label stands at its bar
    write(ColorRole::Text, row.left(), columns.label + 1, leads ? Qt::AlignLeft : Qt::AlignRight,
          labelText(rect, index));
    const double numberLeft = columns.stacked ? row.right() - columns.ghost - columns.number
                                              : trackRect(rect, index).right() + 0.6 * QFontInfo(m_font).pixelSize();
    write(ColorRole::Text, numberLeft, columns.number, Qt::AlignRight, numberText(bar.value));
    painter.setFont(m_font);
    const double gap = wordsGapEm * QFontInfo(m_font).pixelSize();
    write(ColorRole::MutedText, row.left() + columns.label + gap, columns.meaning, Qt::AlignLeft,
          meaningText(rect, index));
    if (columns.ghost > 0.0)
        write(ColorRole::Altered, numberLeft + columns.number, columns.ghost, Qt::AlignRight,
              ghostText(bar, columns.wasFits));
    paintBar(painter, rect, index);
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
