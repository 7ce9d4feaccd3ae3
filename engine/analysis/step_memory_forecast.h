#pragma once

#include "analysis/scale_plan.h"
#include "analysis/step_bench.h"

namespace headlight {

/// Foretells what a point of a sweep needs, so that one that does not fit is never tried.
///
/// Small batches of the same length are measured, of one and of two sequences for every shard, and counted up to what
/// is in memory at once: what a step holds of a sequence does not depend on the others. Long sequences are not measured
/// but continued from short ones as c + a·n + b·n². The short ones are the same whatever the limit is, and run on one
/// thread: which of several took what memory first would make a difference.
class StepMemoryForecast {
public:
    /// `check` as in StepSpec.
    StepMemoryForecast(const ScalePlan& plan, double limit, std::function<void()> check);

    /// Bytes, within some 20 %. Of a model whose parameters alone are beyond the limit, and too large to be made for a
    /// trial, theirs only.
    double bytes(const ScalePoint& point);

private:
    struct Need {
        double first = 0; ///< of one sequence for every shard, without parameters
        double next = 0;  ///< of every further one
    };
    double foretell(const ScalePoint& point);
    Need needOf(const ScalePoint& point);
    Need probe(const ScalePoint& point, Index length);
    double measured(ScalePoint point, Index sequences);

    const ScalePlan& m_plan;
    double m_limit;
    std::function<void()> m_check;
    ThreadPool m_oneThread{1};
    std::vector<std::pair<ScalePoint, Need>> m_known;
    std::vector<std::pair<ScalePoint, double>> m_foretold;
};

/// The options of a point as a configuration.
std::unique_ptr<Config> configOf(const ScaledModel& model, const ScalePoint& point);

/// The step of a point with that configuration.
StepSpec specOf(const ScalePlan& plan, const ScalePoint& point, const Config& config, std::function<void()> check);

/// Those of a point by their name.
Sequences sequencesOf(const ScalePoint& point);

/// Memory that this process may still take, in bytes: what the system has free, or what its group's limit leaves.
double freeMemory();

} // namespace headlight
