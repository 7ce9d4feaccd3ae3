#include "panels/attend/tag_view.h"

#include "engine/data/bio.h"
#include "engine/data/label_meanings.h"
#include "engine/models/recording.h"
#include "viewmodels/attend_model.h"
#include "viewmodels/numbered_tokens.h"
#include "viewmodels/tag_lines.h"
#include "views/map_view.h"
#include "wording/shown_text.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>

namespace headlight {

namespace {

constexpr std::size_t namedLabels = 3; ///< labels of a token that its note names

/// Of the label that is answered.
double probabilityOf(const TagAnswer& answer, std::size_t t) {
    return answer.tokens[t].tags.probabilities[answer.tokens[t].best];
}

/// "NP" of "B-NP"; of a plain label the label.
std::string kindOf(const std::string& label) {
    const TagParts parts = partsOf(label);
    return parts.label.empty() ? label : std::string(parts.label);
}

/// "dog: I-NP 0.981, B-NP 0.012, O 0.004; was O 0.655; right is O"
QString noteOf(const QString& token, const TagLine& line, std::size_t t) {
    const TagAnswer& answer = line.answer;
    const std::vector<double>& probabilities = answer.tokens[t].tags.probabilities;
    std::vector<std::size_t> order(answer.labels.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    const std::size_t named = std::min(order.size(), namedLabels);
    std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(named), order.end(),
                      [&](auto a, auto b) { return probabilities[a] > probabilities[b]; });
    QStringList parts;
    for (std::size_t k = 0; k < named; ++k)
        parts.append(
            QStringLiteral("%1 %2").arg(shownText(answer.labels[order[k]])).arg(probabilities[order[k]], 0, 'f', 3));
    QString text = token + QStringLiteral(": ") + parts.join(QStringLiteral(", "));
    if (answer.tokens[t].best != order.front())
        text += TagView::tr("; in this order of labels %1").arg(shownText(answer.tag(t)));
    if (line.was && line.was->tag(t) != answer.tag(t))
        text += TagView::tr("; was %1 %2").arg(shownText(line.was->tag(t))).arg(probabilityOf(*line.was, t), 0, 'f', 3);
    else if (line.was)
        text += TagView::tr("; was %1").arg(probabilityOf(*line.was, t), 0, 'f', 3);
    if (line.right && (*line.right)[t] != answer.tag(t))
        text += TagView::tr("; right is %1").arg(shownText((*line.right)[t]));
    if (const std::string meaning = labelMeaning(answer.tag(t), answer.labels); !meaning.empty())
        text += u'\n' + TagView::tr("%1: %2").arg(shownText(answer.tag(t)), shownText(meaning));
    return text;
}

/// Of what spans may be, in the model's order.
std::vector<std::string> kindsOf(const std::vector<std::string>& labels) {
    std::vector<std::string> kinds;
    for (const std::string& label : labels)
        if (std::string kind = kindOf(label); std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
            kinds.push_back(std::move(kind));
    return kinds;
}

/// Of plain labels each token is one.
std::vector<TagSpan> spansMeantBy(const std::vector<std::string>& tags, const std::vector<std::string>& labels) {
    if (schemeOfTags(labels) != TagScheme::Plain)
        return spansOf(tags);
    std::vector<TagSpan> spans;
    for (std::size_t t = 0; t < tags.size(); ++t)
        spans.push_back({int(t), int(t) + 1, tags[t]});
    return spans;
}

using Colors = std::map<std::string, int>;

/// Of each kind that is there: its own among all of the model's, so that it is the same in most texts; where an earlier
/// kind has that one, the next that is free.
Colors colorsOf(const QList<TagLine>& lines) {
    std::vector<std::string> kinds;
    std::set<std::string> present;
    for (const TagLine& line : lines) {
        kinds = kindsOf(line.answer.labels);
        for (const TagSpan& span : line.answer.spans)
            present.insert(span.label);
        for (const TagSpan& span : line.right ? spansMeantBy(*line.right, line.answer.labels) : std::vector<TagSpan>())
            present.insert(span.label);
    }
    for (const std::string& kind : present) // a right label may be one that the model doesn't have
        if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
            kinds.push_back(kind);
    Colors colors;
    std::set<int> taken;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        if (!present.contains(kinds[kind]))
            continue;
        int color = int(kind % seriesColorCount);
        while (int(taken.size()) < seriesColorCount && taken.contains(color))
            color = (color + 1) % seriesColorCount;
        taken.insert(color);
        colors[kinds[kind]] = color;
    }
    return colors;
}

/// Spans that labels mean, each in the colour of its kind.
QList<TextSpan> textSpans(const std::vector<TagSpan>& spans, const Colors& colors) {
    QList<TextSpan> texts;
    for (const TagSpan& span : spans)
        texts.append({span.begin, span.end, shownText(span.label), colors.at(span.label)});
    return texts;
}

SpanLine spanLine(const TagLine& line, const QStringList& words, const Colors& colors) {
    SpanLine result{words, textSpans(line.answer.spans, colors)};
    result.subject = line.predicate;
    if (line.right)
        result.right = textSpans(spansMeantBy(*line.right, line.answer.labels), colors);
    for (std::size_t t = 0; t < line.answer.tokens.size(); ++t)
        result.changed.append(line.was && line.was->tag(t) != line.answer.tag(t));
    return result;
}

} // namespace

TagView::TagView(const AttendModel& model, const TagLines& lines, QWidget* parent)
    : SpanText(parent), m_model(model), m_lines(lines) {
    setObjectName(QStringLiteral("answer-tags"));
    setAccessibleName(tr("Labels of the tokens"));
}

void TagView::refresh() {
    setVisible(!m_lines.lines().isEmpty());
    QList<SpanLine> lines;
    QStringList notes;
    const Colors colors = colorsOf(m_lines.lines());
    for (const TagLine& line : m_lines.lines()) {
        const QStringList words = shownTokens(m_model.asRead()->sequences().front());
        lines.append(spanLine(line, words, colors));
        lines.last().isChosen = lines.size() - 1 == m_lines.shown();
        for (std::size_t t = 0; t < line.answer.tokens.size(); ++t)
            notes.append(noteOf(words[qsizetype(t)], line, t));
    }
    setLines(lines, notes);
}

ValueTable TagView::values() const {
    const bool asks = !m_lines.lines().isEmpty() && m_lines.lines().front().predicate >= 0;
    ValueTable table{{tr("token"), tr("label"), tr("probability"), tr("unaltered label"), tr("unaltered probability"),
                      tr("right label")},
                     {}};
    if (asks)
        table.columns.prepend(tr("predicate"));
    for (const TagLine& line : m_lines.lines()) {
        const QStringList words = plainTokens(m_model.asRead()->sequences().front());
        for (std::size_t t = 0; t < line.answer.tokens.size(); ++t) {
            QStringList row{words[qsizetype(t)],
                            shownText(line.answer.tag(t)),
                            exactNumber(probabilityOf(line.answer, t)),
                            line.was ? shownText(line.was->tag(t)) : QString(),
                            line.was ? exactNumber(probabilityOf(*line.was, t)) : QString(),
                            line.right ? shownText((*line.right)[t]) : QString()};
            if (asks)
                row.prepend(words[line.predicate]);
            table.rows << row;
        }
    }
    return table;
}

} // namespace headlight
