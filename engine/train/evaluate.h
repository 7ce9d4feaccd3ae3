#pragma once

#include "autodiff/ops_loss.h"
#include "core/thread_pool.h"
#include "data/corpus.h"
#include "models/sentence_classifier.h"

#include <optional>

namespace headlight {

/// How far predicted scores go with the true ones. The correlations are 0 where either has no spread.
struct ScoreFit {
    double pearson = 0, spearman = 0; ///< −1 … 1; ranks of equal scores are their mean rank
    double squaredError = 0;          ///< mean
    bool spread = true;               ///< false: the correlations have no value
};
ScoreFit scoreFit(const std::vector<double>& predicted, const std::vector<double>& wanted);

struct Evaluation {
    int examples = 0;
    double loss = 0;                         ///< mean cross entropy; of scores, mean divergence
    double accuracy = 0;                     ///< 0 … 1; labels
    std::vector<std::vector<int>> confusion; ///< [true label][predicted label]; labels
    std::optional<ScoreFit> fit;             ///< scores
    std::int64_t cut = 0;                    ///< examples longer than the model reads (`max_tokens`)

    /// By their names in the store: what the task is judged by. The first one chooses the best model.
    std::vector<std::pair<std::string, double>> figures() const;
    /// The same to be shown: one that has no value is not a number.
    std::vector<std::pair<std::string, double>> shownFigures() const;
};

/// What the model should answer to an example.
Target targetOf(const Example& example);

/// Runs the model over examples of its task. The result has the same bits for any number of threads.
Evaluation evaluate(const SentenceClassifier& model, const std::vector<Example>& examples, ThreadPool& pool);

/// For a message about a loss that is not finite: the layer (Tape::firstNotFinite()) in which the first such example
/// went bad; null where none did.
const Parameter* firstBadLayer(const SentenceClassifier& model, const std::vector<Example>& examples);

/// The labels of `examples`, a part of the corpus, as numbers of the model's. Error when the corpus is not of the
/// model's task, or naming a label of theirs that the model does not know, or a score outside of its range.
void adoptLabels(const SentenceClassifier& model, const Corpus& corpus, std::vector<Example>& examples);

} // namespace headlight
