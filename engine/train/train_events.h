#pragma once

#include "tasks/evaluation.h"

#include <cstdint>
#include <optional>
#include <string>

namespace headlight {

/// What a run begins with, also one that goes on.
struct TrainStart {
    std::int64_t firstStep = 0, steps = 0; ///< made before, in all
    std::int64_t parameters = 0;           ///< trained values without embeddings
    std::int64_t words = 0;                ///< of the vocabulary
    bool hasPieces = false;                ///< in place of words
    std::string metric;                    ///< chooses the best model
};

/// Means over the training steps since the last report, and what is left.
struct TrainProgress {
    std::int64_t step = 0, steps = 0; ///< finished, in all
    double epoch = 0;
    double loss = 0; ///< mean of the reported steps, without penalty
    std::optional<double>
        accuracy;            ///< share of right answers in the reported training batches, with dropout; not of scores
    double learningRate = 0; ///< that the last step was made with
    double tokensPerSecond = 0;  ///< of the steps alone: evaluations, maps and checkpoints cost it nothing
    double seconds = 0;          ///< of training so far, resumed parts included, evaluations too
    double secondsRemaining = 0; ///< estimate, with the evaluations that are still to come
    /// Of a step so far, what the tapes of all shards hold at most: activations, the gradients of these, and scratch.
    /// Not parameters, their gradients and the optimizer's arrays.
    std::int64_t peakBytes = 0;
};

struct TrainEvaluation {
    std::int64_t step = 0;
    double epoch = 0;
    double seconds = 0;
    double passSeconds = 0; ///< that reading the split once took
    std::string split;      ///< "dev" or "test"
    Evaluation result;
    bool best = false; ///< the best so far of the split that chooses the model
};

/// How far an evaluation is.
struct EvaluationProgress {
    std::string split;                      ///< "dev" or "test"
    int answered = 0, examples = 0;         ///< of that split
    double seconds = 0;                     ///< as TrainProgress::seconds
    std::optional<double> secondsRemaining; ///< of the run; none where no step was made yet that tells the pace
};

/// Hears of a run while it goes on, on the training thread. What it is given is only valid during the call.
class TrainListener {
public:
    virtual ~TrainListener() = default;
    /// After the start of a run with word vectors: so many of the training set's words have one.
    virtual void vectorsFound(const std::string& /*path*/, int /*found*/, int /*words*/) {}
    /// After the start of a run, for each thing that the training set decided, a line: which of its examples were too
    /// long, what the encoder took over from it.
    virtual void adapted(const std::string& /*what*/) {}
    virtual void progressed(const TrainProgress&) {}
    /// Before it is evaluated on that split, "dev" or "test", which may take longer than many steps.
    virtual void evaluating(const std::string& /*split*/) {}
    /// Some of its examples have been read.
    virtual void evaluationProgressed(const EvaluationProgress&) {}
    virtual void evaluated(const TrainEvaluation&) {}
    /// State up to here is about to be written. What was told before is not told again when a killed run goes on, so it
    /// must be safe now.
    virtual void checkpointing() {}
    /// State up to `step` is safe on disk: a killed run goes on from there.
    virtual void checkpointed(std::int64_t /*step*/) {}
    virtual void paused(bool /*paused*/) {}
};

struct ReachedMetrics {
    std::int64_t step = 0;
    double epoch = 0;
    std::optional<double> dev, test; ///< what the task is judged by first; none without such a split
};

struct TrainResult {
    bool finished = false;            ///< false: stopped
    std::int64_t step = 0, steps = 0; ///< made, in all; patience may end a run before them
    double seconds = 0;               ///< as TrainProgress::seconds, up to the last checkpoint
    std::string metric;               ///< of the task: the one that chooses the best model
    ReachedMetrics best; ///< at the evaluation that is best on the dev set (on the test set when there is no dev set)
    ReachedMetrics last;
};

} // namespace headlight
