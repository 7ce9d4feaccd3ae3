#pragma once

#include "analysis/scale_plan.h"
#include "analysis/step_bench.h"

namespace headlight {

/// Foretells what a point of a sweep needs, so that one that does not fit is never tried.
///
/// Small batches of the same length are measured, of one and of two sequences for every shard, and counted up to the
/// whole batch: what a step holds of a sequence does not depend on the others. Long sequences are not measured but
/// continued from half and a quarter of their length as a·n + b·n², where even those would not fit as well.
class StepMemoryForecast {
public:
    /// Probes that need more than `limit` bytes are not run. `check` as in StepSpec.
    StepMemoryForecast(const ScalePlan& plan, double limit, ThreadPool& pool, std::function<void()> check);

    /// Bytes; of parameters that alone are beyond the limit, theirs only. For a batch of one or two beyond shortLength,
    /// and beyond the limit, within some 15 %.
    double bytes(const ScalePoint& point);

private:
    static constexpr Index shortLength = 256; ///< up to there a probe costs next to nothing
    struct Need {
        double fixed = 0; ///< parameters, their gradients, moments
        double first = 0; ///< of one sequence for every shard
        double next = 0;  ///< of every further one
    };
    Need needOf(const ScalePoint& point, Index length);
    Need probe(const ScalePoint& point, Index length);
    StepMemory measured(const ScalePoint& point, Index length, Index sequences);

    const ScalePlan& m_plan;
    double m_limit;
    ThreadPool& m_pool;
    std::function<void()> m_check;
    std::vector<std::pair<ScalePoint, Need>> m_known;
};

/// The options of a point as a configuration.
std::unique_ptr<Config> configOf(const ScaledModel& model, const ScalePoint& point);

/// The step of a point with that configuration.
StepSpec specOf(const ScalePlan& plan, const ScalePoint& point, const Config& config, std::function<void()> check);

/// Whether the point's whole batch is worked on at once: that of a reference form, which is there to show what the
/// papers' tensors cost.
bool isWhole(const ScalePoint& point);

/// Memory that this process may still take, in bytes: what the system has free, or what its group's limit leaves.
double freeMemory();

} // namespace headlight
