#include "matrix/token_labels.h"

#include <QFontMetricsF>
#include <QHash>
#include <algorithm>
#include <cmath>

#include "matrix/text_widths.h"

namespace headlight {

namespace {

// 1, 2, 5, 10, 20, 50 …: the first whose labels have room.
int stepFor(double cell, double extent) {
    int step = 1;
    for (int digit = 0; step * cell < extent; digit = (digit + 1) % 3) {
        if (step > 1'000'000)
            break;
        step = digit == 1 ? step / 2 * 5 : step * 2;
    }
    return step;
}

QRectF boxOf(const LabelAxis& axis, double center, double length, double lineHeight) {
    const bool level = axis.direction == LabelDirection::Level;
    if (axis.vertical)
        return {axis.edge - length, center - lineHeight / 2, length, lineHeight};
    if (level)
        return {center - length / 2, axis.edge - lineHeight, length, lineHeight};
    return {center - lineHeight / 2, axis.edge - length, lineHeight, length};
}

} // namespace

/// One blank between two words, as a sentence has them: it is seen as it is.
static bool isWithin(const QString& token, qsizetype i) {
    return token[i] == QLatin1Char(' ') && i > 0 && i + 1 < token.size() && !token[i - 1].isSpace() &&
           !token[i + 1].isSpace();
}

QString visibleToken(const QString& token) {
    if (token.isEmpty())
        return QStringLiteral("∅");
    if (std::none_of(token.begin(), token.end(), [](QChar c) { return c.isSpace(); }))
        return token;
    QString text;
    for (qsizetype i = 0; i < token.size(); ++i) {
        const QChar c = token[i];
        if (c == QLatin1Char('\n'))
            text += QStringLiteral("⏎");
        else if (c == QLatin1Char('\t'))
            text += QStringLiteral("⇥");
        else if (c.isSpace() && !isWithin(token, i))
            text += QStringLiteral("␣");
        else
            text += c;
    }
    return text;
}

static constexpr QChar stroke(u'\u0336');

QString struckThrough(const QString& token) {
    QString struck;
    for (const QChar letter : token) {
        struck += letter;
        if (!letter.isHighSurrogate())
            struck += stroke;
    }
    return struck;
}

static QString unstruck(const QString& token) {
    return token.contains(stroke) ? QString(token).remove(stroke) : token;
}

static QString numbered(const QString& token, qsizetype occurrence) {
    return occurrence == 1 ? visibleToken(token) : visibleToken(token) + " (" + QString::number(occurrence) + ')';
}

QStringList axisLabels(const QStringList& tokens) {
    QHash<QString, int> seen;
    seen.reserve(tokens.size());
    QStringList labels;
    labels.reserve(tokens.size());
    for (const QString& token : tokens)
        labels << numbered(token, ++seen[unstruck(token)]);
    return labels;
}

QString axisLabel(const QStringList& tokens, int index) {
    const QString word = unstruck(tokens[index]);
    return numbered(tokens[index], std::count_if(tokens.begin(), tokens.begin() + index + 1,
                                                 [&](const QString& token) { return unstruck(token) == word; }));
}

QList<PlacedLabel> placeLabels(const QStringList& labels, const LabelAxis& axis, const QFont& font,
                               const QList<int>& important) {
    QList<PlacedLabel> placed;
    if (labels.isEmpty() || axis.cell <= 0.0 || axis.depth <= 0.0)
        return placed;
    const QFontMetricsF metrics(font);
    const TextWidths widths(font);
    const double lineHeight = metrics.height();
    const bool stacked = axis.vertical || axis.direction == LabelDirection::Turned;
    QList<std::pair<double, double>> taken; // along the axis
    const auto place = [&](int index) {
        const double cellCenter = axis.origin + (index + 0.5) * axis.cell;
        if (cellCenter < axis.visibleFrom || cellCenter > axis.visibleTo)
            return;
        const double room = stacked ? axis.depth : std::max(axis.cell * 0.96, metrics.averageCharWidth() * 2);
        QString text = labels[index];
        double length = std::ceil(widths.of(text));
        if (length > std::floor(room)) {
            text = widths.elided(text, Qt::ElideRight, std::floor(room));
            length = std::min(std::ceil(widths.of(text)), room);
        }
        const double half = (stacked ? lineHeight : length) / 2;
        // At the ends of the axis a label keeps to its room, so that it stays clear of those of the other axis.
        const double inside = half - axis.overhang;
        const double center = axis.visibleTo - axis.visibleFrom > 2 * inside
                                  ? std::clamp(cellCenter, axis.visibleFrom + inside, axis.visibleTo - inside)
                                  : cellCenter;
        for (const auto& [from, to] : taken)
            if (center - half < to && center + half > from)
                return;
        taken.append({center - half, center + half});
        placed.append({index, text, boxOf(axis, center, length, lineHeight)});
    };
    for (const int index : important)
        if (index >= 0 && index < labels.size())
            place(index);
    const qsizetype strong = taken.size();
    // The first label and the last are moved inside by so much, and leave the next one that much less room.
    const double moved = std::max(0.0, lineHeight / 2 - axis.overhang - axis.cell / 2);
    const int step = stacked ? stepFor(axis.cell, lineHeight + moved) : 1;
    const int first = std::max(0, static_cast<int>((axis.visibleFrom - axis.origin) / axis.cell) / step * step);
    for (int index = first; index < labels.size(); index += step) {
        if (axis.origin + index * axis.cell > axis.visibleTo)
            break;
        // Only the important labels and the one just placed can be in the way.
        if (taken.size() > strong + 1)
            taken.remove(strong, taken.size() - strong - 1);
        place(index);
    }
    return placed;
}

} // namespace headlight
