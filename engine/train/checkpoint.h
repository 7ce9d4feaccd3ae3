#pragma once

#include "tasks/metric.h"
#include "train/optimizer.h"
#include "train/parameter_mean.h"
#include "train/trainer.h"

#include <functional>

namespace headlight {

/// What a continued run needs beside its configuration and corpus.
struct TrainState {
    std::int64_t step = 0;
    double seconds = 0;
    double rateFactor = 1; ///< of the schedule "halve"
    int withoutImprovement = 0;
    double bestScore = -2; ///< the metric on the split that chooses the model; below every value at first
    ReachedMetrics best, last;
    // Sums since the last report.
    double reportLoss = 0;
    std::int64_t reportRight = 0, reportAnswers = 0, reportSteps = 0;
};

/// What a run's configuration and corpus say about the state that it can be in.
struct RunFacts {
    std::int64_t steps = 0;     ///< of the whole run
    std::int64_t batch = 1;     ///< examples; 0: they differ from batch to batch
    double learningRate = 1;    ///< no step's is higher
    bool halves = false;        ///< the schedule
    Metric metric;              ///< that chooses the best model
    bool answersTokens = false; ///< an example may have many answers
    bool hasDev = false, hasTest = false;
    std::function<double(std::int64_t)> epochOf;              ///< after so many steps
    std::function<std::int64_t(std::int64_t)> lastEvaluation; ///< the step of it after so many steps; 0: none yet
    std::function<std::int64_t(std::int64_t)> optimizerSteps; ///< since its restart, after so many steps
};

/// All arrays of a training.
struct TrainArrays {
    Parameters& parameters;
    Optimizer& optimizer;
    ParameterMean* mean = nullptr; ///< of a run that averages epochs
};

/// Writes RUN/resume completely or not at all. `identity` holds what must be equal for the run to go on: configuration
/// and fingerprint of the corpus.
void saveCheckpoint(const std::filesystem::path& folder, const nlohmann::ordered_json& identity,
                    const TrainState& state, const TrainArrays& arrays);

/// Error when the folder holds no checkpoint, a damaged one (naming the entry), or one of another identity (naming what
/// differs). Then nothing is changed.
void loadCheckpoint(const std::filesystem::path& folder, const nlohmann::ordered_json& identity, const RunFacts& facts,
                    TrainState& state, const TrainArrays& arrays);

} // namespace headlight
