#pragma once

#include "engine/analysis/class_corpus.h"

#include <atomic>
#include <optional>

namespace headlight {

/// wordWeights(), with progress and remaining time on standard error. None when it was cancelled.
std::optional<WordWeights> weighWords(const Model& model, const ClassCorpus& corpus,
                                      const std::vector<MapAddress>& heads, const std::atomic<bool>& cancelled);

} // namespace headlight
