#pragma once

#include "analysis/scale_measurement.h"

#include <atomic>
#include <functional>

namespace headlight {

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
