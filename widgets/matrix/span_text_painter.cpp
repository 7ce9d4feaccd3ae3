#include "matrix/span_text_painter.h"

#include <QFontInfo>
#include <QPainter>
#include <cmath>

#include "matrix/painting.h"

namespace headlight {

SpanTextPainter::SpanTextPainter() : m_font(pixelFont({})) {}

void SpanTextPainter::setLines(const QList<SpanLine>& lines) {
    QList<SpanLinePainter> painters;
    for (const SpanLine& line : lines) {
        SpanLinePainter& painter = painters.emplaceBack();
        painter.setLine(line);
        painter.setFont(m_font);
        painter.setTheme(m_theme);
    }
    m_lines = painters;
    setHover(m_hover < count() ? m_hover : -1);
}

void SpanTextPainter::setTheme(Theme theme) {
    m_theme = theme;
    for (SpanLinePainter& line : m_lines)
        line.setTheme(theme);
}

void SpanTextPainter::setFont(const QFont& font) {
    m_font = pixelFont(font);
    for (SpanLinePainter& line : m_lines)
        line.setFont(m_font);
}

int SpanTextPainter::count() const {
    int words = 0;
    for (const SpanLinePainter& line : m_lines)
        words += line.count();
    return words;
}

SpanTextPainter::Place SpanTextPainter::placeOf(int index) const {
    Place place{0, index};
    while (place.line < lines() && place.word >= m_lines[place.line].count())
        place.word -= m_lines[place.line++].count();
    return place;
}

int SpanTextPainter::indexOf(const Place& place) const {
    int index = place.word;
    for (int line = 0; line < place.line; ++line)
        index += m_lines[line].count();
    return index;
}

void SpanTextPainter::setHover(int index) {
    m_hover = index;
    const Place place = index < 0 ? Place{-1, -1} : placeOf(index);
    for (int line = 0; line < lines(); ++line)
        m_lines[line].setHover(line == place.line ? place.word : -1);
}

double SpanTextPainter::inset() const {
    return lines() > 1 ? std::ceil(QFontInfo(m_font).pixelSize() * 0.25) : 0;
}

QList<QRectF> SpanTextPainter::layOut(const QRectF& rect) const {
    QList<QRectF> places;
    double y = rect.top();
    for (const SpanLinePainter& line : m_lines) {
        const double width = rect.width() - inset();
        places.append(QRectF(rect.left() + inset(), y, width, line.heightFor(width)));
        y = places.last().bottom();
    }
    return places;
}

QSizeF SpanTextPainter::naturalSize() const {
    const double width = 40.0 * QFontInfo(m_font).pixelSize();
    return {width, heightFor(width)};
}

double SpanTextPainter::heightFor(double width) const {
    double height = m_lines.isEmpty() ? QFontInfo(m_font).pixelSize() : 0;
    for (const SpanLinePainter& line : m_lines)
        height += line.heightFor(width - inset());
    return height;
}

QRectF SpanTextPainter::wordRect(const QRectF& rect, int index) const {
    const Place place = placeOf(index);
    return m_lines[place.line].wordRect(layOut(rect)[place.line], place.word);
}

int SpanTextPainter::indexAt(const QRectF& rect, const QPointF& point) const {
    const QList<QRectF> places = layOut(rect);
    for (int line = 0; line < lines(); ++line)
        if (const int word = m_lines[line].wordAt(places[line], point); word >= 0)
            return indexOf({line, word});
    return -1;
}

void SpanTextPainter::paint(QPainter& painter, const QRectF& rect) const {
    painter.fillRect(rect, m_style.groundOr(ColorRole::Surface, m_theme));
    const QList<QRectF> places = layOut(rect);
    for (int line = 0; line < lines(); ++line) {
        if (lines() > 1 && m_lines[line].line().isChosen && m_style.has(FigurePart::Marks))
            painter.fillRect(QRectF(rect.left(), places[line].top() + 2, inset(), places[line].height() - 4),
                             color(ColorRole::Accent, m_theme));
        m_lines[line].paint(painter, places[line], m_style.has(FigurePart::Marks));
    }
}

} // namespace headlight
