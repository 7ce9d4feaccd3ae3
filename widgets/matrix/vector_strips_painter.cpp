#include "matrix/vector_strips_painter.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QObject>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "matrix/matrix_view.h"
#include "matrix/painting.h"
#include "matrix/text_widths.h"
#include "matrix/token_labels.h"

namespace headlight {

namespace {

constexpr double widestLabelEm = 9, numberEm = 4.2, numberMarginEm = 0.2, stripGapEm = 0.8;
constexpr double naturalCellEm = 0.6, widestCellEm = 1.2;
constexpr double leastFeatureWidth = 3; ///< pixels
constexpr int headLines = 2;            ///< of a strip: its name and its range

double limitOf(const QList<float>& values) {
    double limit = 0;
    for (const float value : values)
        if (std::isfinite(value))
            limit = std::max(limit, std::abs(double(value)));
    return limit;
}

} // namespace

double VectorStrip::limit() const {
    return limitOf(values);
}

VectorStripsPainter::VectorStripsPainter() : m_font(pixelFont({})) {}

void VectorStripsPainter::setView(const VectorStripsView& view) {
    for (const VectorStrip& strip : view.strips)
        if (strip.columns < 1 || strip.values.size() != view.rows.size() * strip.columns ||
            (strip.isVector() && strip.columnNames.size() != strip.columns))
            throw std::invalid_argument("VectorStripsPainter: expected " + std::to_string(strip.columns) +
                                        " columns for each of " + std::to_string(view.rows.size()) + " rows");
    if (!view.queryValue.isEmpty() && (view.isEmpty() || view.queryValue.size() != view.strips.front().columns))
        throw std::invalid_argument("VectorStripsPainter: expected a query as wide as the first strip");
    m_view = view;
    m_limits.clear();
    for (const VectorStrip& strip : view.strips)
        m_limits << strip.limit();
    m_queryLimit = limitOf(view.queryValue);
    m_hover = -1;
    measure();
}

void VectorStripsPainter::setFont(const QFont& font) {
    m_font = pixelFont(font);
    measure();
}

QString VectorStripsPainter::rangeText(int strip) const {
    const QString limit = shortText(m_limits[strip]);
    return m_view.strips[strip].colorMap == ColorMapId::Diverging ? QStringLiteral("±%1").arg(limit)
                                                                  : QStringLiteral("0…%1").arg(limit);
}

/// A number that is cut would be read as another one.
void VectorStripsPainter::measure() {
    const TextWidths widths(m_font);
    m_numberWidths.clear();
    for (int strip = 0; strip < m_view.strips.size(); ++strip) {
        const VectorStrip& own = m_view.strips[strip];
        double widest = std::max({numberEm * em(), widths.of(own.title), widths.of(rangeText(strip))});
        if (!own.isVector())
            for (const float value : own.values)
                if (!std::isnan(value))
                    widest = std::max(widest, widths.of(shortText(double(value))) + 2 * numberMarginEm * em());
        m_numberWidths << std::ceil(widest);
    }
}

double VectorStripsPainter::em() const {
    return QFontInfo(m_font).pixelSize();
}

double VectorStripsPainter::line() const {
    return std::ceil(QFontMetricsF(m_font).height() * 1.1);
}

int VectorStripsPainter::columnsBefore(int strip) const {
    int columns = 0;
    for (int before = 0; before < strip; ++before)
        columns += m_view.strips[before].columns;
    return columns;
}

int VectorStripsPainter::count() const {
    return int(m_view.queryValue.size()) + columnsBefore(int(m_view.strips.size())) * int(m_view.rows.size());
}

VectorStripsPainter::Place VectorStripsPainter::placeOf(int index) const {
    const int above = int(m_view.queryValue.size());
    if (index < above)
        return {0, -1, index};
    const int all = columnsBefore(int(m_view.strips.size()));
    Place place{0, (index - above) / all, (index - above) % all};
    while (place.column >= m_view.strips[place.strip].columns)
        place.column -= m_view.strips[place.strip++].columns;
    return place;
}

int VectorStripsPainter::indexOf(const Place& place) const {
    if (place.row < 0)
        return place.column;
    return int(m_view.queryValue.size()) + place.row * columnsBefore(int(m_view.strips.size())) +
           columnsBefore(place.strip) + place.column;
}

int VectorStripsPainter::rowOf(int index) const {
    return placeOf(index).row;
}

float VectorStripsPainter::valueOf(const Place& place) const {
    const VectorStrip& strip = m_view.strips[place.strip];
    return place.row < 0 ? m_view.queryValue[place.column]
                         : strip.values[qsizetype(place.row) * strip.columns + place.column];
}

double VectorStripsPainter::labelWidth() const {
    const TextWidths widths(m_font);
    double widest = widths.of(m_view.query);
    for (const QString& row : m_view.rows)
        widest = std::max(widest, widths.of(visibleToken(row)));
    return std::ceil(std::min(widest, widestLabelEm * em()) + 0.6 * em());
}

/// Of all but the cells of vectors.
double VectorStripsPainter::fixedWidth() const {
    double width = labelWidth() + 0.4 * em();
    for (int strip = 0; strip < m_view.strips.size(); ++strip)
        width += stripGapEm * em() + (m_view.strips[strip].isVector() ? 0 : m_numberWidths[strip]);
    return width;
}

double VectorStripsPainter::cellWidth(int strip, double width) const {
    if (!m_view.strips[strip].isVector())
        return m_numberWidths[strip];
    int features = 0;
    for (const VectorStrip& each : m_view.strips)
        features += each.isVector() ? each.columns : 0;
    const double room = (width - fixedWidth()) / features;
    return std::clamp(room, leastFeatureWidth, widestCellEm * em());
}

double VectorStripsPainter::stripLeft(int strip, double width) const {
    double left = labelWidth();
    for (int before = 0; before < strip; ++before)
        left += cellWidth(before, width) * m_view.strips[before].columns + stripGapEm * em();
    return left;
}

double VectorStripsPainter::top(int row) const {
    const double head = headLines * line() + 0.3 * em();
    if (row < 0)
        return head;
    const double above = m_view.queryValue.isEmpty() ? 0 : line() + 0.5 * em();
    return head + above + row * line();
}

QSizeF VectorStripsPainter::naturalSize() const {
    double width = fixedWidth();
    for (const VectorStrip& strip : m_view.strips)
        width += strip.isVector() ? strip.columns * naturalCellEm * em() : 0;
    return {width, heightFor(width)};
}

double VectorStripsPainter::leastWidth() const {
    double width = fixedWidth();
    for (const VectorStrip& strip : m_view.strips)
        width += strip.isVector() ? strip.columns * leastFeatureWidth : 0;
    return width;
}

double VectorStripsPainter::heightFor(double) const {
    return std::ceil(top(int(m_view.rows.size())) + 0.3 * em());
}

QRectF VectorStripsPainter::cellRect(const QRectF& rect, int index) const {
    const Place place = placeOf(index);
    const double cell = cellWidth(place.strip, rect.width());
    return {rect.left() + stripLeft(place.strip, rect.width()) + place.column * cell, rect.top() + top(place.row), cell,
            line() - 1};
}

int VectorStripsPainter::indexAt(const QRectF& rect, const QPointF& point) const {
    const double x = point.x() - rect.left(), y = point.y() - rect.top();
    Place place;
    const bool isAbove = y >= top(-1) && y < top(-1) + line() && !m_view.queryValue.isEmpty();
    place.row = isAbove ? -1 : int(std::floor((y - top(0)) / line()));
    if (!isAbove && (y < top(0) || place.row >= m_view.rows.size()))
        return -1;
    for (place.strip = 0; place.strip < (isAbove ? 1 : m_view.strips.size()); ++place.strip) {
        place.column =
            int(std::floor((x - stripLeft(place.strip, rect.width())) / cellWidth(place.strip, rect.width())));
        if (place.column >= 0 && place.column < m_view.strips[place.strip].columns)
            return indexOf(place);
    }
    return -1;
}

void VectorStripsPainter::paintHead(QPainter& painter, const QRectF& rect, int strip) const {
    const VectorStrip& own = m_view.strips[strip];
    const double width = std::max(own.columns * cellWidth(strip, rect.width()), numberEm * em());
    const QRectF name(rect.left() + stripLeft(strip, rect.width()), rect.top(), width, line());
    const TextWidths widths(m_font);
    painter.setPen(color(ColorRole::Text, m_theme));
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter, widths.elided(own.title, Qt::ElideRight, width));
    painter.setPen(color(ColorRole::MutedText, m_theme));
    painter.drawText(name.translated(0, line()), Qt::AlignLeft | Qt::AlignVCenter,
                     widths.elided(rangeText(strip), Qt::ElideRight, width));
}

void VectorStripsPainter::paintCell(QPainter& painter, const QRectF& cell, const VectorStrip& strip, float value,
                                    double limit, const ColorMap& colors) const {
    const double share = limit > 0 ? double(value) / limit : 0;
    const double unit = strip.colorMap == ColorMapId::Diverging ? (1 + share) / 2 : share;
    const QColor fill = QColor::fromRgb(std::isnan(value) ? colors.masked() : colors.at(unit));
    painter.fillRect(cell, fill);
    if (strip.isVector())
        return;
    painter.setPen(readableOn(fill));
    painter.drawText(cell, Qt::AlignCenter, std::isnan(value) ? QStringLiteral("–") : shortText(double(value)));
}

void VectorStripsPainter::paintRow(QPainter& painter, const QRectF& rect, int row) const {
    const QString token = visibleToken(row < 0 ? m_view.query : m_view.rows[row]);
    const double label = labelWidth() - 0.6 * em();
    painter.setPen(color(ColorRole::Text, m_theme));
    painter.drawText(QRectF(rect.left() + 0.3 * em(), rect.top() + top(row), label, line()),
                     Qt::AlignRight | Qt::AlignVCenter, TextWidths(m_font).elided(token, Qt::ElideRight, label));
    for (int strip = 0; strip < (row < 0 ? 1 : m_view.strips.size()); ++strip) {
        const VectorStrip& own = m_view.strips[strip];
        const ColorMap colors(own.colorMap, m_theme);
        for (int column = 0; column < own.columns; ++column) {
            const Place place{strip, row, column};
            paintCell(painter, cellRect(rect, indexOf(place)), own, valueOf(place),
                      row < 0 ? m_queryLimit : m_limits[strip], colors);
        }
    }
}

/// Rows that are not seen are not drawn: of a long text most are scrolled away.
void VectorStripsPainter::paint(QPainter& painter, const QRectF& rect) const {
    painter.fillRect(rect, m_style.groundOr(ColorRole::Surface, m_theme));
    if (m_view.isEmpty())
        return;
    painter.setFont(m_font);
    for (int strip = 0; strip < m_view.strips.size(); ++strip)
        paintHead(painter, rect, strip);
    const QRectF seen = painter.hasClipping() ? painter.clipBoundingRect() : rect;
    for (int row = m_view.queryValue.isEmpty() ? 0 : -1; row < m_view.rows.size(); ++row)
        if (QRectF(rect.left(), rect.top() + top(row), rect.width(), line()).intersects(seen))
            paintRow(painter, rect, row);
    if (m_hover < 0 || m_hover >= count())
        return;
    painter.setPen(QPen(color(ColorRole::Crosshair, m_theme), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(cellRect(rect, m_hover).adjusted(-1, -1, 1, 1));
}

QString VectorStripsPainter::readOut(int index) const {
    if (index < 0 || index >= count())
        return {};
    const Place place = placeOf(index);
    const VectorStrip& strip = m_view.strips[place.strip];
    const float value = valueOf(place);
    QString text = QObject::tr("%1 of “%2”")
                       .arg(place.row < 0 ? QObject::tr("query") : strip.title,
                            visibleToken(place.row < 0 ? m_view.query : m_view.rows[place.row]));
    if (strip.isVector())
        text += QStringLiteral(", ") + strip.columnNames[place.column];
    text += QStringLiteral(": ") + (std::isnan(value) ? QStringLiteral("–") : exactText(value));
    return m_view.note ? text + m_view.note(place.strip, place.row, place.column) : text;
}

} // namespace headlight
