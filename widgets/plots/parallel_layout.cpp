#include "plots/parallel_layout.h"

#include "plots/shortened_names.h"

#include <QRegularExpression>
#include <QSet>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace headlight {

namespace {

constexpr double highestHead = 14;    // in lines: of turned titles
constexpr double mostOfHeight = 0.45; // that they take
constexpr double aroundLabel = 1;     // in lines: between a label and the axes beside it, both together
constexpr double betweenTitles = 8;
constexpr double widestLabel = 12;   // in lines: no axis asks for more
constexpr double leastOfWords = 1.5; // in lines: in less room, they are left out
constexpr int mostLabelLines = 3;

QStringList breakable(const QString& text) {
    static const QRegularExpression places(QStringLiteral("(?<= )(?=[^ ])|(?<=[-,/+])(?=[^ \\d])|(?<=\\w)(?=\\()"));
    return text.split(places, Qt::SkipEmptyParts);
}

double labelWidth(const QString& text, const QFontMetricsF& metrics) {
    double widest = 0;
    for (const QString& line : text.split(u'\n'))
        widest = std::max(widest, metrics.horizontalAdvance(line));
    return widest;
}

/// The least room in which it has no more than three lines.
double leastRoom(const QString& text, const QFontMetricsF& metrics) {
    double room = metrics.horizontalAdvance(text) / mostLabelLines;
    for (const QString& piece : breakable(text))
        room = std::max(room, metrics.horizontalAdvance(piece.trimmed()));
    while (labelWidth(brokenIntoLines(text, metrics, room), metrics) > room)
        room *= 1.1;
    return room;
}

double roomOfLabels(const ParallelTexts& axis, const QFontMetricsF& metrics, bool compact) {
    double room = 0;
    for (const QString& label : compact ? axis.brief : axis.labels)
        room = std::max(room, compact && axis.areWords ? leastRoom(label, metrics) : metrics.horizontalAdvance(label));
    return std::min(room, widestLabel * metrics.height()) + aroundLabel * metrics.height();
}

/// What each axis needs before it, and the last entry what is needed behind the last.
QList<double> roomsNeeded(const QList<ParallelTexts>& axes, const QFontMetricsF& metrics, bool turned, bool compact) {
    QList<double> all;
    double before = 0; // half of the title before
    for (const ParallelTexts& axis : axes) {
        const double title = std::max(metrics.horizontalAdvance(axis.title), metrics.horizontalAdvance(axis.below));
        const double half = (turned ? metrics.height() : title + betweenTitles) / 2;
        all.append(std::max(roomOfLabels(axis, metrics, compact), before + half));
        before = half;
    }
    all.append(before);
    return all;
}

/// So much that all together are as wide as the whole when none is wider than that.
double commonLimit(QList<double> needs, double whole) {
    std::sort(needs.begin(), needs.end());
    double rest = whole;
    for (qsizetype k = 0; k < needs.size(); ++k) {
        const double share = rest / double(needs.size() - k);
        if (needs[k] > share)
            return share;
        rest -= needs[k];
    }
    return HUGE_VAL;
}

/// As even as the needs allow.
QList<double> evenGaps(QList<double> gaps, double whole) {
    // The widest that can't have an even share keep what they need, and the others share the rest.
    QList<double> widest = gaps;
    std::sort(widest.begin(), widest.end(), std::greater<>());
    double rest = whole, even = 0;
    for (qsizetype k = 0; k < widest.size(); ++k) {
        even = rest / double(widest.size() - k);
        if (widest[k] <= even)
            break;
        rest -= widest[k];
    }
    for (double& gap : gaps)
        gap = std::max(gap, even);
    return gaps;
}

/// Each line cut for itself, unless different words would look alike.
QStringList cutWords(const QStringList& broken, const QStringList& whole, const QFontMetricsF& metrics, double room) {
    QStringList labels;
    for (const QString& label : broken) {
        QStringList lines = label.split(u'\n');
        for (QString& line : lines)
            line = metrics.elidedText(line, Qt::ElideRight, room);
        labels.append(lines.join(u'\n'));
    }
    const bool isClear = QSet<QString>(labels.begin(), labels.end()).size() == whole.size();
    return isClear ? labels : shortenedNames(whole, metrics, room);
}

QStringList labelsIn(const ParallelTexts& axis, const QFontMetricsF& metrics, double room, bool& isCut) {
    const auto hasRoom = [&](const QStringList& labels) {
        return std::all_of(labels.begin(), labels.end(),
                           [&](const QString& label) { return labelWidth(label, metrics) <= room + 0.5; });
    };
    if (hasRoom(axis.labels))
        return axis.labels;
    QStringList labels = axis.brief;
    if (axis.areWords)
        for (QString& label : labels)
            label = brokenIntoLines(label, metrics, room);
    if (hasRoom(labels))
        return labels;
    isCut = true;
    if (axis.areWords && room > leastOfWords * metrics.height())
        return cutWords(labels, axis.labels, metrics, room);
    for (QString& label : labels) // cut, different numbers would look alike
        if (labelWidth(label, metrics) > room + 0.5)
            label.clear();
    return labels;
}

} // namespace

QString brokenIntoLines(const QString& text, const QFontMetricsF& metrics, double room) {
    QStringList lines;
    QString line;
    for (const QString& piece : breakable(text)) {
        if (!line.isEmpty() && lines.size() + 1 < mostLabelLines &&
            metrics.horizontalAdvance((line + piece).trimmed()) > room) {
            lines.append(line.trimmed());
            line.clear();
        }
        line += piece;
    }
    lines.append(line.trimmed());
    return lines.join(u'\n');
}

ParallelLayout ParallelLayout::of(const QList<ParallelTexts>& axes, const QFontMetricsF& metrics, const QSizeF& size) {
    ParallelLayout layout;
    const double line = metrics.height();
    QList<double> needed;
    for (const auto& [turned, compact] : {std::pair(false, false), {false, true}, {true, false}, {true, true}}) {
        needed = roomsNeeded(axes, metrics, turned, compact);
        layout.turned = turned;
        if (std::accumulate(needed.begin(), needed.end(), 0.) <= size.width())
            break;
    }
    const double limit = commonLimit(needed, size.width()); // the widest give way first
    layout.lacksRoom = std::isfinite(limit);
    for (double& need : needed)
        need = std::min(need, limit);
    // Beside the outer axes only what is needed there: what is more goes between axes.
    const double left = needed.first(), right = needed.last();
    layout.x.append(axes.size() > 1 ? left : size.width() / 2);
    for (const double gap : evenGaps(needed.mid(1, axes.size() - 1), size.width() - left - right))
        layout.x.append(layout.x.last() + gap);
    double longest = 0;
    for (qsizetype a = 0; a < axes.size(); ++a) {
        const double room = a > 0 ? layout.x[a] - layout.x[a - 1] : layout.x[0];
        layout.labels.append(labelsIn(axes[a], metrics, room - aroundLabel * line, layout.lacksRoom));
        longest = std::max(longest, metrics.horizontalAdvance(axes[a].turned));
    }
    layout.head = layout.turned ? std::min(longest + line, highestHead * line) : flatHead * line;
    layout.lacksRoom = layout.lacksRoom || (layout.turned && longest + line > layout.head);
    const double top = std::min(layout.head, std::max(flatHead * line, mostOfHeight * size.height()));
    layout.area = QRectF(QPointF(layout.x.first(), top), QPointF(layout.x.last(), size.height() - 1.2 * line));
    return layout;
}

} // namespace headlight
