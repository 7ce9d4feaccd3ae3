#include "plots/legend_strip.h"

#include "plots/pattern_fill.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr int fewLines = 3;        // that every plot has room for
constexpr double mostOfPlot = 0.3; // of its height, in a tall one
constexpr int mostInFile = 200;    // lines
constexpr int leastName = 16;      // letters of a name with a note
constexpr int countOfRest = -1;
constexpr int remarkLine = -2;
constexpr double slack = 4; // a little wider than measured: rounding must not take the last letter
constexpr int wrapped = int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextWordWrap;

} // namespace

LegendStrip::LegendStrip(QCustomPlot* plot) : QCPLayoutElement(plot) {
    setLayer(plot->layer(QStringLiteral("legend")));
    setMargins(QMargins(0, 0, 0, 0));
}

void LegendStrip::setLook(const QFont& font, const QColor& text, const QColor& muted) {
    m_font = font;
    m_text = text;
    m_muted = muted;
}

double LegendStrip::sampleWidth(const LegendEntry& entry) const {
    const double em = QFontMetricsF(m_font).height();
    switch (entry.sample) {
    case LegendEntry::Sample::Line:
    case LegendEntry::Sample::Band:
        return 1.8 * em;
    case LegendEntry::Sample::Dot:
    case LegendEntry::Sample::HollowDot:
    case LegendEntry::Sample::HollowSquare:
        return qMax(0.7 * em, entry.diameter + 2);
    case LegendEntry::Sample::Bar:
    case LegendEntry::Sample::Mark:
        break;
    }
    return 0.8 * em;
}

int LegendStrip::mostLines(double line) const {
    return m_whole ? mostInFile : qMax(fewLines, int(parentPlot()->height() * mostOfPlot / line));
}

QString LegendStrip::words() const {
    QStringList words;
    for (const QString& text : {m_remark, m_whole ? m_caption : QString()})
        if (!text.isEmpty())
            words += text;
    return words.join(QStringLiteral("\n"));
}

double LegendStrip::heightOf(const QString& text, double width) const {
    return QFontMetricsF(m_font).boundingRect(QRectF(0, 0, width, 0), wrapped, text).height();
}

bool LegendStrip::fitsIn(const QString& text, double width, int lines) const {
    const QFontMetricsF metrics(m_font);
    const QSizeF size = metrics.boundingRect(QRectF(0, 0, width, 0), wrapped, text).size();
    return size.width() <= width && size.height() <= (lines + 0.5) * metrics.height();
}

/// In lines of that width on the screen; what they don't hold is left out of its middle.
QString LegendStrip::shortenedName(const QString& name, double width, int lines) const {
    const QFontMetricsF metrics(m_font);
    const auto fits = [&](const QString& text) { return fitsIn(text, width, lines); };
    QString text = name;
    for (double most = lines * width; lines > 1 && !fits(text) && most > width; most *= 0.95)
        text = metrics.elidedText(name, Qt::ElideMiddle, most);
    return fits(text) && lines > 1 ? text : metrics.elidedText(name, Qt::ElideMiddle, width);
}

/// The name gives way to the note, which takes lines of its own where it must.
QString LegendStrip::shortened(const LegendEntry& entry, double width, int lines) const {
    if (entry.note.isEmpty())
        return shortenedName(entry.name, width, lines);
    const QFontMetricsF metrics(m_font);
    const double least = std::min(width, metrics.averageCharWidth() * leastName);
    const auto fits = [&](const QString& text) { return fitsIn(text, width, lines); };
    QString text = entry.text();
    for (double most = std::min(metrics.horizontalAdvance(entry.name), lines * width); !fits(text) && most > least;) {
        most = std::max(most * 0.95, least);
        text = metrics.elidedText(entry.name, Qt::ElideMiddle, most) + entry.note;
    }
    return text;
}

/// So many lines a name has that is longer than one.
int LegendStrip::linesForLong(const QList<LegendEntry>& entries, double width, int most) const {
    const QFontMetricsF metrics(m_font);
    const auto isLong = [&](const LegendEntry& entry) {
        return sampleWidth(entry) + metrics.horizontalAdvance(entry.text()) > width;
    };
    const auto count = int(std::count_if(entries.begin(), entries.end(), isLong));
    return count == 0 ? 1 : qMax(1, (most - int(entries.size()) + count) / count);
}

QList<LegendStrip::Placed> LegendStrip::placed(const QList<LegendEntry>& all, double width) const {
    const QFontMetricsF metrics(m_font);
    const bool isDrawn = m_shown && (m_whole || !m_beside);
    const QList<LegendEntry> entries = isDrawn ? all : QList<LegendEntry>();
    double line = std::ceil(metrics.height() * 1.35);
    for (const LegendEntry& entry : entries)
        line = qMax(line, entry.diameter + 2);
    const int most = mostLines(line);
    const int linesForOne = m_whole ? mostInFile : linesForLong(entries, width - metrics.height(), most);
    const double space = metrics.height() * 0.4;
    const double between = metrics.height() * 1.1;
    const double countWidth = metrics.horizontalAdvance(QStringLiteral("+ 9999 more"));
    QList<Placed> result;
    double x = 0, y = 0, rowHeight = line;
    int row = 0, rowLines = 1; // the line that a row begins with, and how many it has
    for (int i = 0; i < entries.size(); ++i) {
        const double sample = sampleWidth(entries[i]) + space;
        // A long name has a line to itself; on the last ones there must be room for the count of the rest.
        const bool last = i == entries.size() - 1;
        const bool isNearEnd = !m_whole && row + rowLines + linesForOne >= most;
        const double kept = isNearEnd && !last ? countWidth + between : 0;
        const double longest = qMin(qMax(width - sample - kept, metrics.height() * 6), width - sample);
        // In a file it takes as many as it needs: there is no tooltip.
        const int rest = most - row - (x > 0 ? rowLines : 0);
        const QString text = m_whole ? entries[i].text() : shortened(entries[i], longest, qMin(linesForOne, rest));
        const double needed = sample + std::min(metrics.horizontalAdvance(text) + 1, longest);
        const double height = heightOf(text, longest + slack);
        const double reserved = row + rowLines >= most && !last ? countWidth + between : 0;
        if (x > 0 && x + needed + reserved > width) {
            if (row + rowLines >= most) {
                const QString count = QStringLiteral("+ %1 more").arg(entries.size() - i);
                result.append({countOfRest, QRectF(x, y, countWidth, line), count});
                break;
            }
            row += rowLines;
            rowLines = 1;
            y += rowHeight;
            rowHeight = line;
            x = 0;
        }
        rowLines = qMax(rowLines, qRound(height / metrics.height()));
        rowHeight = qMax(rowHeight, height + line - metrics.height());
        result.append({i, QRectF(x, y, needed, rowHeight), text});
        x += needed + between;
    }
    y += entries.isEmpty() ? 0 : rowHeight;
    if (const QString below = words(); !below.isEmpty())
        result.append({remarkLine, QRectF(0, y, width, qMax(line, heightOf(below, width))), below});
    return result;
}

QSize LegendStrip::minimumOuterSizeHint() const {
    const int margins = int(QFontMetricsF(m_font).height());
    double bottom = 0;
    for (const QList<LegendEntry>& entries : {m_entries, m_whole ? QList<LegendEntry>() : m_expected})
        for (const Placed& item : placed(entries, parentPlot()->viewport().width() - 2. * margins))
            bottom = qMax(bottom, item.rect.bottom());
    return {0, bottom > 0 ? int(std::ceil(bottom)) + margins / 2 : 0};
}

QSize LegendStrip::maximumOuterSizeHint() const {
    return {QWIDGETSIZE_MAX, minimumOuterSizeHint().height()};
}

void LegendStrip::draw(QCPPainter* painter) {
    const double margins = int(QFontMetricsF(m_font).height());
    const double width = parentPlot()->viewport().width() - 2 * margins;
    const QPointF origin(margins, mOuterRect.top() + margins / 2);
    painter->setFont(m_font);
    const QFontMetricsF metrics(m_font);
    for (const Placed& item : placed(m_entries, width)) {
        QRectF rect = item.rect.translated(origin);
        if (item.index >= 0) {
            const LegendEntry& entry = m_entries[item.index];
            const double sample = sampleWidth(entry);
            drawSample(painter, entry, QRectF(rect.topLeft(), QSizeF(sample, rect.height())));
            rect.setLeft(rect.left() + sample + metrics.height() * 0.4);
        }
        painter->setPen(item.index >= 0 ? m_text : m_muted);
        painter->drawText(rect.adjusted(0, 0, slack, 0), wrapped, item.text);
    }
}

void LegendStrip::drawSample(QCPPainter* painter, const LegendEntry& entry, const QRectF& rect) const {
    painter->setAntialiasing(true);
    painter->setPen(entry.pen);
    painter->setBrush(Qt::NoBrush);
    const QPointF middle = rect.center();
    const double em = QFontMetricsF(m_font).height();
    const double radius = entry.diameter > 0 ? entry.diameter / 2 : em * 0.28;
    switch (entry.sample) {
    case LegendEntry::Sample::Band: {
        QColor fill = entry.pen.color();
        fill.setAlphaF(0.22F);
        painter->fillRect(QRectF(rect.left(), middle.y() - em * 0.3, rect.width(), em * 0.6), fill);
        painter->drawLine(QLineF(rect.left(), middle.y(), rect.right(), middle.y()));
        painter->fillRect(QRectF(middle.x() - em * 0.2, middle.y() - em * 0.2, em * 0.4, em * 0.4),
                          entry.pen.color()); // a run has a disc
        break;
    }
    case LegendEntry::Sample::Line:
        painter->drawLine(QLineF(rect.left(), middle.y(), rect.right(), middle.y()));
        break;
    case LegendEntry::Sample::Dot:
        painter->setPen(Qt::NoPen);
        painter->setBrush(entry.pen.color());
        painter->drawEllipse(middle, radius, radius);
        break;
    case LegendEntry::Sample::HollowDot:
        painter->drawEllipse(middle, radius, radius);
        break;
    case LegendEntry::Sample::HollowSquare:
        painter->drawRect(QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius));
        break;
    case LegendEntry::Sample::Bar: {
        const QRectF bar(middle.x() - em * 0.35, middle.y() - em * 0.35, em * 0.7, em * 0.7);
        fillPatterned(*painter, bar, entry.brush);
        painter->drawRect(bar);
        break;
    }
    case LegendEntry::Sample::Mark:
        QCPScatterStyle(entry.shape, entry.pen, Qt::NoBrush, em * 0.64).drawShape(painter, middle);
        break;
    }
}

} // namespace headlight
