#pragma once

#include "analysis/scale_plan.h"
#include "analysis/step_bench.h"

namespace headlight {

/// Foretells what a point of a sweep needs, so that one that does not fit is never tried.
///
/// What a step has in memory together, a piece of each shard, is measured by itself wherever a trial can be so large:
/// how memory grows with the sequences need not be told from fewer of them, for an op may take scratch of a fixed size
/// from some number of tokens on. Where a piece is too large, two trials with fewer of its sequences are continued on a
/// straight line. Long sequences are not measured but continued from short ones as c + a·n + b·n². The trials are the
/// same whatever the limit is, and run on one thread: which of several took what memory first would make a difference.
class StepMemoryForecast {
public:
    /// `check` as in StepSpec.
    StepMemoryForecast(const ScalePlan& plan, double limit, std::function<void()> check);

    /// Bytes, within some 20 %; of several threads at one sequence, without the scratch of the further ones. Of a model
    /// whose parameters alone are beyond the limit, and too large to be made for a trial, theirs only.
    double bytes(const ScalePoint& point);

private:
    double predict(const ScalePoint& point);
    /// What is in memory at once, without parameters and without the input that waits.
    double growing(const ScalePoint& point);
    /// Sequences of the point's length that a trial may have for every shard; 0: none.
    Index mostOfTrial(const ScalePoint& point, Index shards);
    double measured(ScalePoint point, Index length, Index sequences);

    const ScalePlan& m_plan;
    double m_limit;
    std::function<void()> m_check;
    ThreadPool m_oneThread{1};
    std::vector<std::pair<ScalePoint, double>> m_measured, m_predicted;
};

/// The options of a point as a configuration.
std::unique_ptr<Config> configOf(const ScaledModel& model, const ScalePoint& point);

/// The step of a point with that configuration.
StepSpec specOf(const ScalePlan& plan, const ScalePoint& point, const Config& config, std::function<void()> check);

/// Memory that this process may still take, in bytes: what the system has free, or what its group's limit leaves.
double freeMemory();

} // namespace headlight
