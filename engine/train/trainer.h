#pragma once

#include "core/error.h"
#include "data/corpus.h"
#include "train/evaluate.h"
#include "train/run_config.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace headlight {

/// Means over the training steps since the last report, and what is left.
struct TrainProgress {
    std::int64_t step = 0, steps = 0; ///< finished, in all
    double epoch = 0;
    double loss = 0;                ///< mean of the reported steps, without penalty
    std::optional<double> accuracy; ///< on the reported training batches, with dropout; not of scores
    double learningRate = 0;        ///< that the last step was made with
    double tokensPerSecond = 0;     ///< of the steps alone: evaluations, maps and checkpoints cost it nothing
    double seconds = 0;             ///< of training so far, resumed parts included, evaluations too
    double secondsRemaining = 0;    ///< estimate
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

/// Hears of a run while it goes on, on the training thread. What it is given is only valid during the call.
class TrainObserver {
public:
    virtual ~TrainObserver() = default;
    virtual void started(const SentenceClassifier&, std::int64_t /*firstStep*/, std::int64_t /*steps*/) {}
    /// After the start of a run with word vectors: so many of the training set's words have one.
    virtual void vectorsFound(const std::string& /*path*/, int /*found*/, int /*words*/) {}
    /// After the start of a run, for each thing that the training set decided, a line: which of its examples were too
    /// long, what the encoder took over from it.
    virtual void fitted(const std::string& /*what*/) {}
    virtual void progressed(const TrainProgress&) {}
    virtual void evaluated(const TrainEvaluation&) {}
    /// After every pass over the training set, and once before the first (epoch 0).
    virtual void epochFinished(const SentenceClassifier&, int /*epoch*/, std::int64_t /*step*/) {}
    /// State up to here is about to be written. What was told before is not told again when a killed run goes on, so it
    /// must be safe now.
    virtual void checkpointing() {}
    /// State up to `step` is safe on disk: a killed run goes on from there.
    virtual void checkpointed(std::int64_t /*step*/) {}
    virtual void paused(bool /*paused*/) {}
};

/// Requests to a running training from another thread.
class TrainControl {
public:
    void pause() { m_paused = true; }
    void resume() { m_paused = false; }
    bool isPaused() const { return m_paused; }
    void stop() { m_stop.request_stop(); } ///< after the running step; a checkpoint is written
    std::stop_token token() const { return m_stop.get_token(); }

private:
    std::atomic<bool> m_paused = false;
    std::stop_source m_stop;
};

struct TrainFigures {
    std::int64_t step = 0;
    double epoch = 0;
    std::optional<double> dev, test; ///< the figure of the task; none without such a split
};

struct TrainResult {
    bool finished = false;            ///< false: stopped
    std::int64_t step = 0, steps = 0; ///< made, in all; patience may end a run before them
    std::string figure;               ///< of the task: TaskRow::figure
    TrainFigures best; ///< at the evaluation that is best on the dev set (on the test set when there is no dev set)
    TrainFigures last;
};

/// A loss or gradient that is not finite: the run fails again at the same step, however often it is resumed.
class DivergedError : public Error {
public:
    using Error::Error;
};

/// Trains a sentence classifier in a folder of its own:
///
///     RUN/best/    the model of the best evaluation (model folder)
///     RUN/last/    the model after the last checkpoint
///     RUN/resume/  what a continued run needs: parameters, optimiser, step, figures
///
/// The same configuration, corpus and program give the same bits for any number of threads, and after any number of
/// interruptions: a run that is continued from RUN/resume ends like one that was never stopped.
class Trainer {
public:
    /// Error when the corpus can't be trained on (no training examples, one label only), vectors can't be read, or
    /// something that is no folder of ours stands where best/, last/ or resume/ are to be.
    Trainer(RunConfig config, Corpus corpus, std::filesystem::path folder, int threads);
    ~Trainer();

    /// Takes up RUN/resume. Error when there is none, or it belongs to another configuration or corpus.
    void resume();

    /// Returns when all steps are done, patience is over, or a stop was requested. Error when the loss of a
    /// step or of an evaluation, or a gradient is not finite (a DivergedError naming the step and the first
    /// tensor that went bad; the last good checkpoint and the best model stay) or a file can't be written.
    TrainResult run(TrainObserver& observer, TrainControl& control);

    const SentenceClassifier& model() const;
    std::filesystem::path bestFolder() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace headlight
