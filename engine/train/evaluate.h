#pragma once

#include "core/thread_pool.h"
#include "data/corpus.h"
#include "models/sentence_classifier.h"

namespace headlight {

struct Evaluation {
    int examples = 0;
    double accuracy = 0;                     ///< 0 … 1
    double loss = 0;                         ///< mean cross entropy
    std::vector<std::vector<int>> confusion; ///< [true label][predicted label]
    std::int64_t cut = 0;                    ///< examples longer than the model reads (`max_tokens`)
};

/// Runs the model over labelled sentences. The result has the same bits for any number of threads.
Evaluation evaluate(const SentenceClassifier& model, const std::vector<Example>& examples, ThreadPool& pool);

/// The corpus's labels as numbers of the model's. Error when its examples are not of the model's task, or naming a
/// label that the model does not know.
void adoptLabels(const SentenceClassifier& model, Corpus& corpus);

} // namespace headlight
