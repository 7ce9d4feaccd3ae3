#pragma once

#include "core/thread_pool.h"
#include "data/corpus.h"
#include "models/task_network.h"
#include "train/evaluation_watch.h"

namespace headlight {

/// Runs the model over examples of its task. The result has the same bits for any number of threads.
Evaluation evaluate(const TaskNetwork& model, const std::vector<Example>& examples, ThreadPool& pool,
                    const EvaluationWatch& watch = {});

/// For a message about a loss that is not finite: the layer (Tape::firstNotFinite()) in which the first such example
/// went bad; null where none did.
const Parameter* firstBadLayer(const TaskNetwork& model, const std::vector<Example>& examples);

/// The labels of `examples`, a part of the corpus, as numbers of the model's. Error when the corpus is not of the
/// model's task, or naming a label of theirs that the model does not know, or a score outside of its range.
void adoptLabels(const TaskNetwork& model, const Corpus& corpus, std::vector<Example>& examples);

} // namespace headlight
