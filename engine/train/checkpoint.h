#pragma once

#include "train/optimizer.h"
#include "train/trainer.h"

namespace headlight {

/// What a continued run needs beside its configuration and corpus.
struct TrainState {
    std::int64_t step = 0;
    double seconds = 0;
    double rateFactor = 1; ///< of the schedule "halve"
    int withoutImprovement = 0;
    double bestScore = -2; ///< the task's figure on the split that chooses the model; below every figure at first
    TrainFigures best, last;
    // Sums since the last report.
    double reportLoss = 0;
    std::int64_t reportRight = 0, reportExamples = 0, reportSteps = 0;
};

/// Writes RUN/resume completely or not at all. `identity` holds what must be equal for the run to go on: configuration
/// and fingerprint of the corpus.
void saveCheckpoint(const std::filesystem::path& folder, const nlohmann::ordered_json& identity,
                    const TrainState& state, Parameters& parameters, Optimizer& optimizer);

/// Error when the folder holds no checkpoint, a damaged one, or one of another identity (naming what differs).
void loadCheckpoint(const std::filesystem::path& folder, const nlohmann::ordered_json& identity, TrainState& state,
                    Parameters& parameters, Optimizer& optimizer);

} // namespace headlight
