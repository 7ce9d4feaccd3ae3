#include "matrix/span_line_painter.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "matrix/painting.h"

namespace headlight {

SpanLinePainter::SpanLinePainter() : m_font(pixelFont({})) {}

static void checkSpans(const QList<TextSpan>& spans, qsizetype words) {
    int end = 0;
    for (const TextSpan& span : spans) {
        if (span.begin < end || span.end <= span.begin || span.end > words)
            throw std::invalid_argument("SpanLinePainter: expected spans in order within " + std::to_string(words) +
                                        " words, got " + std::to_string(span.begin) + " … " + std::to_string(span.end));
        end = span.end;
    }
}

/// Each word may be isolated from the others, so that QString::isRightToLeft() would look into none.
static bool beginsFromRight(const QStringList& words) {
    for (const QString& word : words)
        for (const QChar letter : word) {
            const QChar::Direction direction = letter.direction();
            if (direction == QChar::DirL)
                return false;
            if (direction == QChar::DirR || direction == QChar::DirAL)
                return true;
        }
    return false;
}

void SpanLinePainter::setLine(const SpanLine& line) {
    checkSpans(line.spans, line.words.size());
    if (line.right)
        checkSpans(*line.right, line.words.size());
    m_line = line;
    m_fromRight = beginsFromRight(line.words);
    m_hover = m_hover < count() ? m_hover : -1;
}

void SpanLinePainter::setFont(const QFont& font) {
    m_font = pixelFont(font);
}

QFont SpanLinePainter::labelFont() const {
    QFont font = m_font;
    font.setPixelSize(std::max(8, int(std::round(QFontInfo(m_font).pixelSize() * 0.75))));
    return font;
}

QFont SpanLinePainter::fontOf(int word) const {
    QFont font = m_font;
    font.setBold(font.bold() || word == m_line.subject);
    return font;
}

double SpanLinePainter::wordHeight() const {
    return std::ceil(QFontMetricsF(m_font).height() * 1.15);
}

double SpanLinePainter::labelHeight() const {
    return std::ceil(QFontMetricsF(labelFont()).height() * 1.25);
}

double SpanLinePainter::labelsHeight() const {
    return (m_line.right ? 2 : m_line.spans.isEmpty() ? 0 : 1) * labelHeight();
}

double SpanLinePainter::blank() const {
    return std::ceil(QFontMetricsF(m_font).horizontalAdvance(QLatin1Char(' ')) * 1.6);
}

QList<QRectF> SpanLinePainter::layOut(double width) const {
    const QFontMetricsF labels(labelFont());
    const double pad = QFontInfo(m_font).pixelSize() * 0.5, line = wordHeight() + labelsHeight() + pad / 2;
    QList<double> widths;
    for (int word = 0; word < count(); ++word)
        widths.append(std::ceil(QFontMetricsF(fontOf(word)).horizontalAdvance(m_line.words[word])));
    for (const TextSpan& span : m_line.spans + m_line.right.value_or(QList<TextSpan>()))
        if (span.end == span.begin + 1) // a short word is as wide as the label below it
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

QRectF SpanLinePainter::turned(const QRectF& place, double width) const {
    return m_fromRight ? QRectF(width - place.right(), place.top(), place.width(), place.height()) : place;
}

double SpanLinePainter::heightFor(double width) const {
    const QList<QRectF> places = layOut(width);
    const double pad = QFontInfo(m_font).pixelSize() * 0.5;
    return std::ceil((places.isEmpty() ? pad : places.last().bottom() + labelsHeight()) + pad);
}

QRectF SpanLinePainter::wordRect(const QRectF& rect, int word) const {
    return turned(layOut(rect.width())[word], rect.width()).translated(rect.topLeft());
}

int SpanLinePainter::wordAt(const QRectF& rect, const QPointF& point) const {
    const QList<QRectF> places = layOut(rect.width());
    for (int i = 0; i < places.size(); ++i)
        if (turned(places[i], rect.width()).adjusted(0, 0, 0, labelsHeight()).contains(point - rect.topLeft()))
            return i;
    return -1;
}

/// One for each line that the span reaches over.
QList<QRectF> SpanLinePainter::piecesOf(const QList<QRectF>& places, const TextSpan& span) const {
    const double overhang = blank() * 0.35;
    QList<QRectF> pieces;
    for (int begin = span.begin, end = begin; begin < span.end; begin = end) {
        while (end < span.end && places[end].top() == places[begin].top())
            ++end;
        pieces.append(places[begin].united(places[end - 1]).adjusted(-overhang, 0, overhang, 0));
    }
    return pieces;
}

/// Below the widest piece of a span. A longer label goes beyond it, as far as half of what is free between it and its
/// neighbours.
QRectF SpanLinePainter::labelBox(const QList<QRectF>& places, const QList<TextSpan>& spans, qsizetype number,
                                 double width) const {
    const QList<QRectF> pieces = piecesOf(places, spans[number]);
    const auto widest = std::max_element(pieces.begin(), pieces.end(),
                                         [](const QRectF& a, const QRectF& b) { return a.width() < b.width(); });
    const double margin = blank() * 0.15;
    double left = 0, right = width;
    if (number > 0)
        if (const QRectF before = piecesOf(places, spans[number - 1]).last(); before.top() == widest->top())
            left = (before.right() + widest->left()) / 2 + margin;
    if (number + 1 < spans.size())
        if (const QRectF behind = piecesOf(places, spans[number + 1]).first(); behind.top() == widest->top())
            right = (widest->right() + behind.left()) / 2 - margin;
    left = std::min(left, widest->left() - margin);
    right = std::max(right, widest->right() + margin);
    const double length =
        std::min(std::ceil(QFontMetricsF(labelFont()).horizontalAdvance(spans[number].label)), right - left);
    return {std::clamp(widest->center().x() - length / 2, left, right - length), widest->bottom(), length,
            labelHeight()};
}

/// The right ones have no ground, for the words have that of the others.
void SpanLinePainter::paintSpans(QPainter& painter, const QList<QRectF>& places, double width, bool areRight) const {
    const QList<TextSpan> spans = areRight ? m_line.right.value_or(QList<TextSpan>()) : m_line.spans;
    const double radius = QFontInfo(m_font).pixelSize() * 0.2, row = areRight ? labelHeight() : 0;
    for (qsizetype number = 0; number < spans.size(); ++number) {
        const TextSpan& span = spans[number];
        painter.setPen(Qt::NoPen);
        for (const QRectF& part : piecesOf(places, span)) {
            const QRectF piece = turned(part, width);
            painter.setBrush(seriesTint(span.color, m_theme));
            if (!areRight)
                painter.drawRoundedRect(piece, radius, radius);
            painter.setBrush(seriesStyle(span.color, m_theme).color);
            painter.drawRect(QRectF(piece.left(), piece.bottom() + row - 2, piece.width(), areRight ? 1 : 2));
        }
        const QRectF box = turned(labelBox(places, spans, number, width), width);
        painter.setFont(labelFont());
        painter.setPen(color(areRight ? ColorRole::MutedText : ColorRole::Text, m_theme));
        painter.drawText(box.adjusted(0, row + 1, 0, row), Qt::AlignHCenter | Qt::AlignTop,
                         QFontMetricsF(labelFont()).elidedText(span.label, Qt::ElideRight, box.width()));
    }
}

void SpanLinePainter::paint(QPainter& painter, const QRectF& rect, bool marksHover) const {
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.translate(rect.topLeft());
    painter.setRenderHint(QPainter::Antialiasing);
    const QList<QRectF> places = layOut(rect.width());
    const auto placeOf = [&](int word) { return turned(places[word], rect.width()); };
    if (marksHover && m_hover >= 0 && m_hover < places.size())
        painter.fillRect(placeOf(m_hover).adjusted(-2, -1, 2, labelsHeight()), color(ColorRole::Raised, m_theme));
    paintSpans(painter, places, rect.width(), false);
    paintSpans(painter, places, rect.width(), true);
    for (int i = 0; i < count(); ++i) {
        painter.setFont(fontOf(i));
        painter.setPen(color(ColorRole::Text, m_theme));
        painter.drawText(placeOf(i), Qt::AlignHCenter | Qt::AlignVCenter | Qt::TextSingleLine, m_line.words[i]);
        if (m_line.changed.value(i)) {
            painter.setPen(QPen(color(ColorRole::Altered, m_theme), 2));
            painter.setBrush(Qt::NoBrush);
            const double radius = QFontInfo(m_font).pixelSize() * 0.2;
            painter.drawRoundedRect(placeOf(i).adjusted(-2, 1, 2, -1), radius, radius);
        }
    }
    painter.restore();
}

} // namespace headlight
