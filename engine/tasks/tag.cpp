#include "tasks/token_task.h"

namespace headlight {

namespace {

std::vector<std::string> metricsOf(TagScheme scheme) {
    if (scheme == TagScheme::Plain)
        return {"accuracy"};
    return {"f1", "precision", "recall", "accuracy"};
}

/// Of the tags that the rules of their scheme allow, the likeliest ones are the answer.
class TagJudge final : public Judge {
public:
    TagJudge(const std::vector<std::string>& labels, const TaskHead& head)
        : m_labels(labels, head), m_scores(m_labels.scheme()) {}

    void add(const Example& example, const Eigen::Ref<const Matrix>& scores) override {
        m_scores.add(m_labels.gold(example), m_labels.predicted(scores));
    }

    void sumUp(Evaluation& evaluation) const override {
        const MatchCounts& all = m_scores.overall();
        for (const std::string& name : metricsOf(m_scores.scheme()))
            evaluation.metrics.push_back({name, name == "f1"          ? all.f1()
                                                : name == "precision" ? all.precision()
                                                : name == "recall"    ? all.recall()
                                                                      : m_scores.accuracy()});
        const bool plain = m_scores.scheme() == TagScheme::Plain;
        tellMatches(evaluation, plain ? "Tokens by their tag" : "Spans by their label", plain ? "tags" : "spans",
                    m_scores.perLabel());
    }

private:
    TokenLabels m_labels;
    TagScores m_scores;
};

class TagTask final : public TokenTask {
public:
    TagTask() : TokenTask("tag", "a label for each token", "tag") {}

    CorpusKind examples() const override { return CorpusKind::TaggedSentences; }
    std::vector<std::string> metrics(const std::vector<std::string>& labels) const override {
        return metricsOf(labels.empty() ? TagScheme::Bio : schemeOfTags(labels));
    }
    std::vector<std::string> unusedOptions() const override {
        return {"difference", "highway", "pooling", "pooling_activation", "decoding", "predicate_features"};
    }
    std::unique_ptr<Judge> judge(const std::vector<std::string>& labels, const TaskHead& head) const override {
        return std::make_unique<TagJudge>(labels, head);
    }

protected:
    Decoding decoding(const ClassifierOptions&) const override { return Decoding::Viterbi; }
};

} // namespace

std::unique_ptr<const Task> tagTask() {
    return std::make_unique<const TagTask>();
}

} // namespace headlight
