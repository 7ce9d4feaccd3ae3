#pragma once

#include "analysis/scale_plan.h"
#include "analysis/step_memory.h"

namespace headlight {

/// What was found at one point of a sweep.
struct ScaleMeasurement {
    enum class Status {
        Measured,
        TooLarge, ///< never tried: it would need `predictedBytes`
        Failed    ///< `message` says why
    };
    ScalePoint point;
    Status status = Status::Measured;
    std::string message;
    int repetitions = 0;
    double seconds = 0, secondsLow = 0, secondsHigh = 0; ///< of a step: median, lower and upper quartile
    StepMemory memory;                                   ///< at its peak, exactly
    Index sequencesAtOnce = 0;                           ///< that were in memory together; 0 unless measured
    double predictedBytes = 0;
    double processBytes = 0; ///< growth of the process while it ran, as a cross-check; 0 where the system does not tell
};

/// "measured", "too large", "failed".
std::string statusName(ScaleMeasurement::Status status);

} // namespace headlight
