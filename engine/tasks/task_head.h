#pragma once

#include "autodiff/ops_loss.h"
#include "nn/builder.h"
#include "nn/context.h"

#include <cstdint>

namespace headlight {

class Config;
struct ClassifierOptions;
struct EncoderRow;
struct SentenceCounts;

/// What a task's layers are made for.
struct HeadParts {
    const ClassifierOptions& options;
    Index width = 0;   ///< of the vectors that they read
    Index classes = 0; ///< of an answer
    /// The model's encoder, for a task that has it a second time (Task::hasQuestion()), and what Task::sentenceCounts()
    /// gave, which outlives them.
    const EncoderRow* encoder = nullptr;
    const Config* encoderConfig = nullptr;
    const SentenceCounts* counts = nullptr;
};

/// The layers behind the encoder. They give a column of scores for each thing that is answered.
class TaskHead {
public:
    virtual ~TaskHead() = default;
    /// Scores [classes × answers] from vectors [D × tokens] or [D × sentences], as the task wants them. With
    /// Task::hasQuestion() the context's layout has the texts as its tokens and the examples as its sequences, and an
    /// answer has −∞ behind its last sentence.
    virtual Var scores(Context& context, Var vectors) const = 0;
    /// What training makes small, from scores: the sum over the answers, times weight. `targets` live until backward.
    virtual Var loss(Context& context, Var scores, const std::vector<Target>& targets, Real weight) const {
        return divergence(scores, targets, weight, context.labelSmoothing());
    }
    /// How many of the answers are right, for the share that is told while a model is trained: here those whose highest
    /// score is that of the target's label. What an evaluation says is up to the task's Judge.
    virtual std::int64_t countRight(const Matrix& scores, const std::vector<Target>& targets) const;
};

} // namespace headlight
