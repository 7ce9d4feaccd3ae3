#pragma once

#include "analysis/scale_sweep.h"

#include <atomic>
#include <string>
#include <vector>

// Sweeps of a second, for the tests of the scaling lab and of its forecasts.

namespace headlight {

inline ScalePlan planFor(const std::string& models, const std::string& lengths, Index batch = 4, Index features = 24) {
    ScalePlan plan;
    plan.models = parseScaledModels(models);
    plan.lengths = parseLengths(lengths);
    plan.batch = batch;
    plan.features = features;
    plan.repetitions = 2;
    return plan;
}

inline std::vector<ScaleMeasurement> measured(const ScalePlan& plan, double limit = 1e12) {
    std::vector<ScaleMeasurement> all;
    const std::atomic<bool> never = false;
    runSweep(plan, {}, limit, never, {[&](const ScaleMeasurement& one) { all.push_back(one); }, {}});
    return all;
}

} // namespace headlight
