#pragma once

#include "analysis/scale_sweep.h"
#include "store/ids.h"
#include "store/sweep_recorder.h"

#include <filesystem>
#include <string>

namespace headlight {

/// The sweep of this name in the store that measures exactly this plan, made here: by this version on this machine. The
/// latest of several; 0 when there is none.
SweepId keptSweep(const Store& store, const std::string& name, const ScalePlan& plan);

/// Whether each point of the plan is measured, or known to be too large.
bool isComplete(const ScalePlan& plan, const std::vector<ScaleMeasurement>& measurements);

/// Measures of a plan what the store does not have: nothing when keptSweep() is complete, its rest when it was
/// interrupted, all of it when there is none. Returns false when it was cancelled. Error as continueRecorded().
bool measureMissing(const std::filesystem::path& storePath, const std::string& name, const ScalePlan& plan,
                    double memoryLimit, const std::atomic<bool>& cancelled, const SweepListener& listener);

} // namespace headlight
