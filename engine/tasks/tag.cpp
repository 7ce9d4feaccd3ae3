#include "core/error.h"
#include "tasks/crf.h"
#include "tasks/hidden_layer.h"
#include "tasks/tag_scores.h"
#include "tasks/task.h"
#include "tasks/task_head.h"
#include "tasks/viterbi.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

/// Hidden layer, if wanted, → classes, of each token; and what a conditional random field makes of them, if wanted.
class TagHead final : public TaskHead {
public:
    TagHead(const ClassifierOptions& o, const Builder& builder, Index width, Index classes)
        : m_keep(o.keepAt(o.outputKeep)), m_hidden(o, builder, width, Columns::Tokens),
          m_output(builder.part("output"), m_hidden.width(), classes) {
        constexpr Index most = 1000; // each token takes time by the square of the tags
        if (o.crf && classes > most)
            throw Error("crf: there are " + std::to_string(classes) + " tags; it takes at most " +
                        std::to_string(most) + ": set crf=false");
        if (o.crf)
            m_transitions = &builder.uniform("transitions", Parameter::Kind::Weight, classes + 1, classes + 1, 0);
    }

    Var scores(Context& context, Var tokens) const override {
        return m_output.forward(context, m_hidden.forward(context, tokens), m_keep);
    }

    Var loss(Context& context, Var scores, const std::vector<Target>& targets, Real weight) const override {
        if (!m_transitions)
            return TaskHead::loss(context, scores, targets, weight);
        return sentenceDivergence(scores, context.tape().parameter(*m_transitions), context.layout(), targets, weight);
    }

    /// The likeliest tags of a sentence that the rules allow.
    std::vector<int> best(const Eigen::Ref<const Matrix>& scores, const TagRules& rules) const {
        return m_transitions ? bestTags(scores, m_transitions->matrix(), rules) : bestTags(scores, rules);
    }

    /// Of a sentence, scores whose softmax are the probabilities of a token's tags.
    Matrix logProbabilities(const Eigen::Ref<const Matrix>& scores) const {
        return m_transitions ? tagLogProbabilities(scores, m_transitions->matrix(), Layout({scores.cols()}))
                             : Matrix(scores);
    }

private:
    double m_keep;
    HiddenLayer m_hidden;
    Linear m_output;
    const Parameter* m_transitions = nullptr; ///< with a conditional random field
};

std::vector<std::string> metricsOf(TagScheme scheme) {
    if (scheme == TagScheme::Plain)
        return {"accuracy"};
    return {"f1", "precision", "recall", "accuracy"};
}

/// Of the tags that the rules of their scheme allow, the likeliest ones are the answer.
class TagJudge final : public Judge {
public:
    TagJudge(const std::vector<std::string>& labels, const TagHead& head)
        : m_head(head), m_labels(labels), m_rules(labels, schemeOfTags(labels)), m_scores(schemeOfTags(labels)) {}

    void add(const Example& example, const Eigen::Ref<const Matrix>& scores) override {
        std::vector<std::string> gold, predicted;
        for (const int tag : example.tags)
            gold.push_back(m_labels[std::size_t(tag)]);
        for (const int tag : m_head.best(scores, m_rules))
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
    const TagHead& m_head;
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

    std::vector<Target> targets(const Example& example, std::size_t read,
                                const std::vector<std::string>&) const override {
        return {example.tags.begin(), example.tags.begin() + std::ptrdiff_t(read)};
    }

    std::unique_ptr<Judge> judge(const std::vector<std::string>& labels, const TaskHead& head) const override {
        return std::make_unique<TagJudge>(labels, dynamic_cast<const TagHead&>(head));
    }

    Answer answer(const std::vector<std::string>& labels, const Eigen::Ref<const Matrix>& scores,
                  const TaskHead& head) const override {
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
};

} // namespace

std::unique_ptr<const Task> tagTask() {
    return std::make_unique<const TagTask>();
}

} // namespace headlight
