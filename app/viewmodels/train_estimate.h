#pragma once

#include "engine/train/trainer.h"
#include "viewmodels/runs_entry.h"

#include <functional>
#include <optional>

namespace headlight {

/// Seconds that one run of this configuration took or would have taken by the newest run of the same model, corpus and
/// options (seed, fold and number of epochs apart) on this machine; nothing without one.
std::optional<double> secondsByEarlierRuns(const RunConfig& config, const QList<RunEntry>& runs);

/// Seconds that one run will take, by training for about a second in a temporary folder. Nothing when cancelled. Errors
/// as Trainer.
std::optional<double> measureSeconds(const RunConfig& config, const Corpus& corpus, int threads,
                                     const std::function<bool()>& isCancelled);

} // namespace headlight
