#include "panels/attend/tag_view.h"

#include "engine/data/bio.h"
#include "viewmodels/attend_model.h"
#include "viewmodels/numbered_tokens.h"
#include "views/map_view.h"
#include "wording/shown_text.h"

#include <algorithm>
#include <numeric>
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

/// "dog: I-NP 0.981, B-NP 0.012, O 0.004; was O 0.655"
QString noteOf(const QString& token, const TagAnswer& answer, std::size_t t, const TagAnswer* before) {
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
    if (before && before->tag(t) != answer.tag(t))
        text += TagView::tr("; was %1 %2").arg(shownText(before->tag(t))).arg(probabilityOf(*before, t), 0, 'f', 3);
    else if (before)
        text += TagView::tr("; was %1").arg(probabilityOf(*before, t), 0, 'f', 3);
    return text;
}

} // namespace

TagView::TagView(const AttendModel& model, QWidget* parent) : SpanText(parent), m_model(model) {
    setObjectName(QStringLiteral("answer-tags"));
    setAccessibleName(tr("Labels of the tokens"));
}

void TagView::refresh() {
    const TagAnswer *answer = m_model.answer().tags(), *before = m_model.answer().tagsWere();
    setVisible(answer);
    if (!answer)
        return setText({}, {}, {}, {});
    std::vector<std::string> kinds; // of spans that the labels mean, in the model's order
    for (const std::string& label : answer->labels)
        if (std::string kind = kindOf(label); std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
            kinds.push_back(std::move(kind));
    QList<TextSpan> spans;
    for (const TagSpan& span : answer->spans)
        spans.append({span.begin, span.end, shownText(span.label),
                      int(std::find(kinds.begin(), kinds.end(), span.label) - kinds.begin())});
    const QStringList words = shownTokens(m_model.recording()->sequences().front());
    QList<bool> changed;
    QStringList notes;
    for (std::size_t t = 0; t < answer->tokens.size(); ++t) {
        changed.append(before && before->tag(t) != answer->tag(t));
        notes.append(noteOf(words[qsizetype(t)], *answer, t, before));
    }
    setText(words, spans, changed, notes);
}

ValueTable TagView::values() const {
    ValueTable table{{tr("token"), tr("label"), tr("probability"), tr("unaltered label"), tr("unaltered probability")},
                     {}};
    const TagAnswer *answer = m_model.answer().tags(), *before = m_model.answer().tagsWere();
    if (!answer)
        return table;
    const QStringList words = numberedNames(shownTokens(m_model.recording()->sequences().front()));
    for (std::size_t t = 0; t < answer->tokens.size(); ++t)
        table.rows << QStringList{words[qsizetype(t)], shownText(answer->tag(t)),
                                  exactNumber(probabilityOf(*answer, t)),
                                  before ? shownText(before->tag(t)) : QString(),
                                  before ? exactNumber(probabilityOf(*before, t)) : QString()};
    return table;
}

} // namespace headlight
