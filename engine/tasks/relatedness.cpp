#include "autodiff/ops_loss.h"
#include "autodiff/ops_pairs.h"
#include "core/error.h"
#include "data/score_levels.h"
#include "tasks/hidden_layer.h"
#include "tasks/score_fit.h"
#include "tasks/task.h"
#include "tasks/task_head.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {

namespace {

/// REFERENCE §4.3: ReLU(W₁(s¹ ⊙ s²) + W₂|s¹ − s²| + b) → levels of the score. W₁ and W₂ are the halves of one matrix.
class RelatednessHead final : public TaskHead {
public:
    RelatednessHead(const ClassifierOptions& o, const Builder& builder, Index width, Index classes)
        : m_keep(o.keepAt(o.outputKeep)), m_hidden(o, builder, 2 * width, Columns::Sequences),
          m_output(builder.part("output"), m_hidden.width(), classes) {}

    Var scores(Context& context, Var sentences) const override {
        return m_output.forwardSequences(context, m_hidden.forward(context, relatePairs(sentences)), m_keep);
    }

private:
    double m_keep;
    HiddenLayer m_hidden;
    Linear m_output;
};

class ScoreJudge final : public Judge {
public:
    explicit ScoreJudge(const std::vector<std::string>& levels) : m_levels(levels) {}

    void add(const Example& example, const Eigen::Ref<const Matrix>& scores) override {
        m_predicted.push_back(meanScore(m_levels, softmax(scores).col(0)));
        m_wanted.push_back(example.score);
    }

    void sumUp(Evaluation& evaluation) const override {
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        const ScoreFit fit = scoreFit(m_predicted, m_wanted);
        evaluation.metrics = {{"pearson", fit.spread ? fit.pearson : none},
                              {"spearman", fit.spread ? fit.spearman : none},
                              {"mse", fit.squaredError}};
    }

private:
    std::vector<std::string> m_levels;
    std::vector<double> m_predicted, m_wanted;
};

/// A score outside of the model's levels has no distribution over them.
void checkScore(const std::vector<std::string>& levels, const Corpus& corpus, double score) {
    const int lowest = firstLevel(levels), highest = lowest + int(levels.size()) - 1;
    if (score >= lowest && score <= highest)
        return;
    const std::string place = score == corpus.lowest.score    ? corpus.lowest.place
                              : score == corpus.highest.score ? corpus.highest.place
                                                              : corpus.name + ": ";
    throw Error(place + "the score " + scoreText(score) + " is outside of the model's range, " +
                std::to_string(lowest) + " to " + std::to_string(highest) +
                ": mend the line, bring the scores to that range, or train a model on such scores");
}

class RelatednessTask final : public HeadTask {
public:
    RelatednessTask() : HeadTask("relatedness", "a score for two sentences") {}

    CorpusKind examples() const override { return CorpusKind::ScoredPairs; }
    int texts() const override { return 2; }
    std::vector<std::string> metrics(const std::vector<std::string>&) const override {
        return {"pearson", "spearman", "mse"};
    }
    std::vector<std::string> unusedOptions() const override {
        return {"difference", "highway", "crf", "decoding", "predicate_features"};
    }

    void checkLabels(const std::vector<std::string>& labels) const override { firstLevel(labels); }

    void checkTrainable(const Corpus& corpus) const override {
        const double first = corpus.train.front().score;
        if (std::all_of(corpus.train.begin(), corpus.train.end(), [&](const Example& e) { return e.score == first; }))
            throw Error("every training example has the same score: there is nothing to learn");
    }

    void adopt(std::vector<Example>& examples, const Corpus& corpus, const std::vector<std::string>& labels,
               const std::function<int(int)>& number) const override {
        const auto less = [](const Example& x, const Example& y) { return x.score < y.score; };
        const auto [low, high] = std::minmax_element(examples.begin(), examples.end(), less);
        for (const auto& end : {low, high})
            if (end != examples.end())
                checkScore(labels, corpus, end->score);
        HeadTask::adopt(examples, corpus, labels, number);
    }

    std::unique_ptr<TaskHead> makeHead(const ClassifierOptions& options, const Builder& builder, Index width,
                                       Index classes) const override {
        return std::make_unique<RelatednessHead>(options, builder, width, classes);
    }

    std::vector<Target> targets(const Example& example, std::size_t, const std::vector<std::string>&) const override {
        return {Target(example.label, Real(example.score - std::floor(example.score)))};
    }
    bool countsRight() const override { return false; }

    std::unique_ptr<Judge> judge(const std::vector<std::string>& labels, const TaskHead&) const override {
        return std::make_unique<ScoreJudge>(labels);
    }

    Answer answer(const std::vector<std::string>& labels, const Eigen::Ref<const Matrix>& scores,
                  const TaskHead&) const override {
        const ClassAnswer levels = classesFrom(labels, scores.col(0));
        return ScoreAnswer{meanScore(labels, levels.probabilities), levels};
    }
};

} // namespace

std::unique_ptr<const Task> relatednessTask() {
    return std::make_unique<const RelatednessTask>();
}

} // namespace headlight
