#include "core/error.h"
#include "tasks/hidden_layer.h"
#include "tasks/tag_scores.h"
#include "tasks/task.h"
#include "tasks/task_head.h"
#include "tasks/viterbi.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

/// Hidden layer, if wanted, → classes, of each token.
class TagHead final : public TaskHead {
public:
    TagHead(const ClassifierOptions& o, const Builder& builder, Index width, Index classes)
        : m_keep(o.keepAt(o.outputKeep)), m_hidden(o, builder, width, Columns::Tokens),
          m_output(builder.part("output"), m_hidden.width(), classes) {}

    Var scores(Context& context, Var tokens) const override {
        return m_output.forward(context, m_hidden.forward(context, tokens), m_keep);
    }

private:
    double m_keep;
    HiddenLayer m_hidden;
    Linear m_output;
};

std::vector<std::string> metricsOf(TagScheme scheme) {
    if (scheme == TagScheme::Plain)
        return {"accuracy"};
    return {"f1", "precision", "recall", "accuracy"};
}

/// Of the tags that the rules of their scheme allow, the likeliest ones are the answer.
class TagJudge final : public Judge {
public:
    explicit TagJudge(const std::vector<std::string>& labels)
        : m_labels(labels), m_rules(labels, schemeOfTags(labels)), m_scores(schemeOfTags(labels)) {}

    void add(const Example& example, const Eigen::Ref<const Matrix>& scores) override {
        std::vector<std::string> gold, predicted;
        for (const int tag : example.tags)
            gold.push_back(m_labels[std::size_t(tag)]);
        for (const int tag : bestTags(scores, m_rules))
            predicted.push_back(m_labels[std::size_t(tag)]);
        m_scores.add(gold, predicted);
    }

    void sumUp(Evaluation& evaluation) const override {
        const MatchCounts& all = m_scores.overall();
        for (const std::string& name : metricsOf(m_scores.scheme()))
            evaluation.metrics.push_back({name, name == "f1"          ? all.f1()
                                                : name == "precision" ? all.precision()
                                                : name == "recall"    ? all.recall()
                                                                      : m_scores.accuracy()});
        const bool plain = m_scores.scheme() == TagScheme::Plain;
        const std::string things = plain ? "tags" : "spans";
        using Unit = EvaluationTable::Unit;
        EvaluationTable& table = evaluation.table;
        table.title = plain ? "Tokens by their tag" : "Spans by their label";
        table.columns = {{"true"},           {"found"}, {"right"}, {"precision", Unit::Share}, {"recall", Unit::Share},
                         {"F1", Unit::Share}};
        auto& details = evaluation.details[things] = nlohmann::ordered_json::object();
        for (const auto& [label, counts] : m_scores.perLabel()) {
            table.rows.push_back(label);
            table.values.push_back({double(counts.gold), double(counts.found), double(counts.correct),
                                    counts.precision(), counts.recall(), counts.f1()});
            details[label] = {{"true", counts.gold},       {"found", counts.found},
                              {"right", counts.correct},   {"precision", counts.precision()},
                              {"recall", counts.recall()}, {"f1", counts.f1()}};
        }
    }

private:
    std::vector<std::string> m_labels;
    TagRules m_rules;
    TagScores m_scores;
};

class TagTask final : public Task {
public:
    TagTask() : Task("tag", "a label for each token") {}

    CorpusKind examples() const override { return CorpusKind::TaggedSentences; }
    bool answersTokens() const override { return true; }
    std::vector<std::string> metrics(const std::vector<std::string>& labels) const override {
        return metricsOf(labels.empty() ? TagScheme::Bio : schemeOfTags(labels));
    }
    std::vector<std::string> unusedOptions() const override {
        return {"difference", "highway", "pooling", "pooling_activation"};
    }

    void checkTrainable(const Corpus& corpus) const override {
        const int first = corpus.train.front().tags.front();
        if (std::all_of(corpus.train.begin(), corpus.train.end(), [&](const Example& example) {
                return std::all_of(example.tags.begin(), example.tags.end(), [&](int tag) { return tag == first; });
            }))
            throw Error("every token of the training set has the same tag: there is nothing to learn");
    }

    void adopt(std::vector<Example>& examples, const Corpus&, const std::vector<std::string>&,
               const std::function<int(int)>& number) const override {
        for (Example& example : examples)
            for (int& tag : example.tags)
                tag = number(tag);
    }

    std::unique_ptr<TaskHead> makeHead(const ClassifierOptions& options, const Builder& builder, Index width,
                                       Index classes) const override {
        return std::make_unique<TagHead>(options, builder, width, classes);
    }

    std::vector<Target> targets(const Example& example, std::size_t read) const override {
        return {example.tags.begin(), example.tags.begin() + std::ptrdiff_t(read)};
    }

    std::unique_ptr<Judge> judge(const std::vector<std::string>& labels) const override {
        return std::make_unique<TagJudge>(labels);
    }

    Answer answer(const std::vector<std::string>& labels, const Eigen::Ref<const Matrix>& scores) const override {
        TagAnswer answer;
        answer.labels = labels;
        const TagScheme scheme = schemeOfTags(labels);
        const std::vector<int> best = bestTags(scores, TagRules(labels, scheme));
        std::vector<std::string> tags;
        for (Index t = 0; t < scores.cols(); ++t) {
            answer.tokens.push_back({std::size_t(best[std::size_t(t)]), classesFrom({}, scores.col(t))});
            tags.push_back(answer.tag(std::size_t(t)));
            if (scheme == TagScheme::Plain)
                answer.spans.push_back({int(t), int(t) + 1, tags.back()});
        }
        if (scheme != TagScheme::Plain)
            answer.spans = spansOf(tags);
        return answer;
    }
};

} // namespace

std::unique_ptr<const Task> tagTask() {
    return std::make_unique<const TagTask>();
}

} // namespace headlight
