#pragma once

#include "data/corpus.h"
#include "tasks/task.h"
#include "train/run_config.h"
#include "train/train_control.h"
#include "train/train_events.h"

#include <filesystem>
#include <memory>

namespace headlight {

class Learner;

/// Sees what is trained as well.
class TrainObserver : public TrainListener {
public:
    virtual void started(const Learner&, const TrainStart&) {}
    /// After every pass over the training set, and once before the first (epoch 0).
    virtual void epochFinished(const Learner&, int /*epoch*/, std::int64_t /*step*/) {}
};

/// Error when the corpus can't be trained on: no training examples, one label only.
void checkTrainable(const Corpus& corpus, const Task& task);

/// So many evaluations a run of so many steps has.
std::int64_t evaluationsOf(const TrainOptions& options, std::int64_t steps);

/// Trains a model in a folder of its own:
///
///     RUN/best/    the model of the best evaluation (model folder)
///     RUN/last/    the model after the last checkpoint
///     RUN/resume/  what a continued run needs: parameters, optimiser, step, figures
///
/// The same configuration, corpus and program give the same bits for any number of threads, and after any number of
/// interruptions: a run that is continued from RUN/resume ends like one that was never stopped.
class Trainer {
public:
    /// Error as taskOf and checkTrainable, and when vectors can't be read, or something that is no folder of ours
    /// stands where best/, last/ or resume/ are to be. A stop that is requested meanwhile leaves a trainer that can't
    /// resume, and whose run() returns at once, before its observer hears of anything.
    Trainer(RunConfig config, Corpus corpus, std::filesystem::path folder, int threads,
            const std::stop_token& stop = {});
    ~Trainer();

    /// Takes up RUN/resume. Error when there is none, it belongs to another configuration or corpus, or the best model
    /// so far is gone.
    void resume();

    /// Returns when all steps are done, patience is over, or a stop was requested. Error when the loss of a
    /// step or of an evaluation, or a gradient is not finite (a DivergedError naming the step and the first
    /// tensor that went bad; the last good checkpoint and the best model stay) or a file can't be written.
    TrainResult run(TrainObserver& observer, TrainControl& control);

    const Learner& learner() const;
    /// What an evaluation takes before one was measured, in the time of one epoch of training: a guess.
    double evaluationCost() const;
    std::filesystem::path bestFolder() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace headlight
