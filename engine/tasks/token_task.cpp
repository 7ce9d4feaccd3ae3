#include "tasks/token_task.h"

#include "core/error.h"

#include <algorithm>

namespace headlight {

void TokenTask::checkTrainable(const Corpus& corpus) const {
    const int first = corpus.train.front().tags.front();
    if (std::all_of(corpus.train.begin(), corpus.train.end(), [&](const Example& example) {
            return std::all_of(example.tags.begin(), example.tags.end(), [&](int tag) { return tag == first; });
        }))
        throw Error("every token of the training set has the same " + m_labelWord + ": there is nothing to learn");
}

void TokenTask::adopt(std::vector<Example>& examples, const Corpus&, const std::vector<std::string>&,
                      const std::function<int(int)>& number) const {
    for (Example& example : examples)
        for (int& tag : example.tags)
            tag = number(tag);
}

std::unique_ptr<TaskHead> TokenTask::makeHead(const HeadParts& parts, const Builder& builder) const {
    return std::make_unique<TagHead>(parts.options, builder, parts.width, parts.classes, decoding(parts.options));
}

std::vector<Target> TokenTask::targets(const Example& example, std::size_t read,
                                       const std::vector<std::string>&) const {
    return {example.tags.begin(), example.tags.begin() + std::ptrdiff_t(read)};
}

Answer TokenTask::answer(const std::vector<std::string>& labels, const Eigen::Ref<const Matrix>& scores,
                         const TaskHead& head) const {
    const auto& own = dynamic_cast<const TagHead&>(head);
    TagAnswer answer;
    answer.labels = labels;
    const TagScheme scheme = schemeOfTags(labels);
    const std::vector<int> best = own.best(scores, TagRules(labels, scheme));
    const Matrix logits = own.logProbabilities(scores);
    std::vector<std::string> tags;
    for (Index t = 0; t < scores.cols(); ++t) {
        answer.tokens.push_back({std::size_t(best[std::size_t(t)]), classesFrom({}, logits.col(t))});
        tags.push_back(answer.tag(std::size_t(t)));
        if (scheme == TagScheme::Plain)
            answer.spans.push_back({int(t), int(t) + 1, tags.back()});
    }
    if (scheme != TagScheme::Plain)
        answer.spans = spansOf(tags);
    return answer;
}

TokenLabels::TokenLabels(const std::vector<std::string>& labels, const TaskHead& head)
    : m_head(dynamic_cast<const TagHead&>(head)), m_labels(labels), m_scheme(schemeOfTags(labels)),
      m_rules(labels, m_scheme) {}

std::vector<std::string> TokenLabels::gold(const Example& example) const {
    std::vector<std::string> tags;
    for (const int tag : example.tags)
        tags.push_back(m_labels[std::size_t(tag)]);
    return tags;
}

std::vector<std::string> TokenLabels::predicted(const Eigen::Ref<const Matrix>& scores) const {
    std::vector<std::string> tags;
    for (const int tag : m_head.best(scores, m_rules))
        tags.push_back(m_labels[std::size_t(tag)]);
    return tags;
}

void tellMatches(Evaluation& evaluation, const std::string& title, const std::string& things,
                 const std::map<std::string, MatchCounts>& perLabel) {
    using Unit = EvaluationTable::Unit;
    EvaluationTable& table = evaluation.table;
    table.title = title;
    table.columns = {{"true"},           {"found"}, {"right"}, {"precision", Unit::Share}, {"recall", Unit::Share},
                     {"F1", Unit::Share}};
    auto& details = evaluation.details[things] = nlohmann::ordered_json::object();
    for (const auto& [label, counts] : perLabel) {
        table.rows.push_back(label);
        table.values.push_back({double(counts.gold), double(counts.found), double(counts.correct), counts.precision(),
                                counts.recall(), counts.f1()});
        details[label] = {{"true", counts.gold},       {"found", counts.found},
                          {"right", counts.correct},   {"precision", counts.precision()},
                          {"recall", counts.recall()}, {"f1", counts.f1()}};
    }
}

} // namespace headlight
