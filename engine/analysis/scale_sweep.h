#pragma once

#include "analysis/scale_plan.h"
#include "analysis/step_bench.h"

#include <atomic>
#include <functional>

namespace headlight {

/// What was found at one point of a sweep.
struct ScaleMeasurement {
    enum class Status {
        Measured,
        TooLarge, ///< never tried: it would need `foretoldBytes`
        Failed    ///< `message` says why
    };
    ScalePoint point;
    Status status = Status::Measured;
    std::string message;
    int repetitions = 0;
    double seconds = 0, secondsLow = 0, secondsHigh = 0; ///< of a step: median, lower and upper quartile
    StepMemory memory;                                   ///< at its peak, exactly
    double foretoldBytes = 0;
    double processBytes = 0; ///< growth of the process while it ran, as a cross-check; 0 where the system does not tell
};

/// "measured", "too large", "failed".
std::string statusName(ScaleMeasurement::Status status);

struct ScaleProgress {
    std::size_t done = 0, points = 0;
    ScalePoint next;
    double secondsRemaining = 0; ///< a guess from the points measured so far; 0 before the first
};

struct ScaleCallbacks {
    std::function<void(const ScaleMeasurement&)> measured;
    std::function<void(const ScaleProgress&)> progressed; ///< before each point; may be empty
};

/// Measures all points of a plan but those that `known` has, one after the other. A point that needs more than
/// `memoryLimit` bytes is reported and not tried. Returns false when `cancelled` became true; a point under way is then
/// left within its step.
bool runSweep(const ScalePlan& plan, const std::vector<ScaleMeasurement>& known, double memoryLimit,
              const std::atomic<bool>& cancelled, const ScaleCallbacks& callbacks);

/// Three quarters of the memory that is free now.
double usualMemoryLimit();

} // namespace headlight
