#pragma once

#include "analysis/scale_sweep.h"
#include "store/store.h"

#include <atomic>
#include <filesystem>
#include <functional>

namespace headlight {

/// Hears of a recorded sweep, on the thread that measures.
struct SweepListener {
    std::function<void(SweepId)> recorded; ///< it has its row in the store; before the first point
    ScaleCallbacks points;
};

/// Measures a new sweep; each point is in the store as soon as it is measured, so a sweep that was cancelled or killed
/// goes on where it was. Returns false when it was cancelled. Call it on a thread of its own.
bool measureRecorded(const std::filesystem::path& storePath, const std::string& name, const ScalePlan& plan,
                     double memoryLimit, const std::atomic<bool>& cancelled, const SweepListener& listener);

/// Deletes a sweep, which Store::restoreSweep brings back. Error while a program measures it.
void removeRecorded(const std::filesystem::path& storePath, SweepId id);

/// Measures what a sweep lacks of a plan, which becomes part of the sweep's: it may have other models, forms, modes and
/// lengths. What is measured already stays, what was too large or failed is tried again. Error when it was measured
/// under other conditions: on another machine, by another version, or with other threads, batch or features, whose
/// points would not belong to the same curves; or while another program measures it.
bool continueRecorded(const std::filesystem::path& storePath, SweepId id, const ScalePlan& plan, double memoryLimit,
                      const std::atomic<bool>& cancelled, const SweepListener& listener);

} // namespace headlight
