#include "matrix/span_text_painter.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "matrix/painting.h"

namespace headlight {

SpanTextPainter::SpanTextPainter() : m_font(pixelFont({})) {}

void SpanTextPainter::setWords(const QStringList& words) {
    m_words = words;
    m_spans.clear();
    m_changed.clear();
    m_hover = m_hover < count() ? m_hover : -1;
}

void SpanTextPainter::setSpans(const QList<TextSpan>& spans) {
    int end = 0;
    for (const TextSpan& span : spans) {
        if (span.begin < end || span.end <= span.begin || span.end > m_words.size())
            throw std::invalid_argument("SpanTextPainter: expected spans in order within " +
                                        std::to_string(m_words.size()) + " words, got " + std::to_string(span.begin) +
                                        " … " + std::to_string(span.end));
        end = span.end;
    }
    m_spans = spans;
}

void SpanTextPainter::setFont(const QFont& font) {
    m_font = pixelFont(font);
}

QFont SpanTextPainter::labelFont() const {
    QFont font = m_font;
    font.setPixelSize(std::max(8, int(std::round(QFontInfo(m_font).pixelSize() * 0.75))));
    return font;
}

double SpanTextPainter::wordHeight() const {
    return std::ceil(QFontMetricsF(m_font).height() * 1.15);
}

double SpanTextPainter::labelHeight() const {
    return m_spans.isEmpty() ? 0.0 : std::ceil(QFontMetricsF(labelFont()).height() * 1.25);
}

double SpanTextPainter::blank() const {
    return std::ceil(QFontMetricsF(m_font).horizontalAdvance(QLatin1Char(' ')) * 1.6);
}

QList<QRectF> SpanTextPainter::layOut(double width) const {
    const QFontMetricsF metrics(m_font), labels(labelFont());
    const double pad = QFontInfo(m_font).pixelSize() * 0.5, line = wordHeight() + labelHeight() + pad / 2;
    QList<double> widths;
    for (const QString& word : m_words)
        widths.append(std::ceil(metrics.horizontalAdvance(word)));
    for (const TextSpan& span : m_spans) // a short word is as wide as the label below it
        if (span.end == span.begin + 1)
            widths[span.begin] = std::max(widths[span.begin], std::ceil(labels.horizontalAdvance(span.label)));
    QList<QRectF> places;
    double x = pad, y = pad;
    for (const double w : std::as_const(widths)) {
        if (x > pad && x + w > width - pad) {
            x = pad;
            y += line;
        }
        places.append(QRectF(x, y, w, wordHeight()));
        x += w + blank();
    }
    return places;
}

QSizeF SpanTextPainter::naturalSize() const {
    const double width = 40.0 * QFontInfo(m_font).pixelSize();
    return {width, heightFor(width)};
}

double SpanTextPainter::heightFor(double width) const {
    const QList<QRectF> places = layOut(width);
    const double pad = QFontInfo(m_font).pixelSize() * 0.5;
    return std::ceil((places.isEmpty() ? pad : places.last().bottom() + labelHeight()) + pad);
}

QRectF SpanTextPainter::wordRect(const QRectF& rect, int word) const {
    return layOut(rect.width())[word].translated(rect.topLeft());
}

int SpanTextPainter::indexAt(const QRectF& rect, const QPointF& point) const {
    const QList<QRectF> places = layOut(rect.width());
    for (int i = 0; i < places.size(); ++i)
        if (places[i].adjusted(0, 0, 0, labelHeight()).contains(point - rect.topLeft()))
            return i;
    return -1;
}

/// A piece for each line that the span reaches over; the first one has the label.
void SpanTextPainter::paintSpan(QPainter& painter, const QList<QRectF>& places, const TextSpan& span) const {
    const double overhang = blank() * 0.35, radius = QFontInfo(m_font).pixelSize() * 0.2;
    const QColor ink = seriesStyle(span.color, m_theme).color;
    for (int begin = span.begin, end = begin; begin < span.end; begin = end) {
        while (end < span.end && places[end].top() == places[begin].top())
            ++end;
        const QRectF piece = places[begin].united(places[end - 1]).adjusted(-overhang, 0, overhang, 0);
        painter.setPen(Qt::NoPen);
        painter.setBrush(seriesTint(span.color, m_theme));
        painter.drawRoundedRect(piece, radius, radius);
        painter.setBrush(ink);
        painter.drawRect(QRectF(piece.left(), piece.bottom() - 2, piece.width(), 2));
        if (begin != span.begin)
            continue;
        painter.setFont(labelFont());
        painter.setPen(color(ColorRole::Text, m_theme));
        const QRectF below(piece.left(), piece.bottom() + 1, piece.width(), labelHeight() - 1);
        painter.drawText(below, Qt::AlignHCenter | Qt::AlignTop,
                         QFontMetricsF(labelFont()).elidedText(span.label, Qt::ElideRight, below.width() + overhang));
    }
}

void SpanTextPainter::paint(QPainter& painter, const QRectF& rect) const {
    painter.save();
    painter.fillRect(rect, m_style.groundOr(ColorRole::Surface, m_theme));
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.translate(rect.topLeft());
    painter.setRenderHint(QPainter::Antialiasing);
    const QList<QRectF> places = layOut(rect.width());
    if (m_hover >= 0 && m_hover < places.size() && m_style.has(FigurePart::Marks))
        painter.fillRect(places[m_hover].adjusted(-2, -1, 2, labelHeight()), color(ColorRole::Raised, m_theme));
    for (const TextSpan& span : m_spans)
        paintSpan(painter, places, span);
    painter.setFont(m_font);
    for (int i = 0; i < m_words.size(); ++i) {
        painter.setPen(color(ColorRole::Text, m_theme));
        painter.drawText(places[i], Qt::AlignHCenter | Qt::AlignVCenter | Qt::TextSingleLine, m_words[i]);
        if (i < m_changed.size() && m_changed[i]) {
            painter.setPen(QPen(color(ColorRole::Altered, m_theme), 2));
            painter.setBrush(Qt::NoBrush);
            const double radius = QFontInfo(m_font).pixelSize() * 0.2;
            painter.drawRoundedRect(places[i].adjusted(-2, 1, 2, -1), radius, radius);
        }
    }
    painter.restore();
}

} // namespace headlight
