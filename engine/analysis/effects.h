#pragma once

#include "core/check.h"
#include "models/model.h"

#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace headlight {

/// What decides: how the decision for a model's answer (decisionOf) changes without one part of it. Above 0: the part
/// speaks against the answer.
struct Effects {
    /// With the head switched off, in the order of Model::heads(); none for one that can't be, or is off already.
    std::vector<std::optional<double>> heads;
    /// With the token left out, as Intervention::leftOut does it; none for a mark of the model's own, where it is all
    /// there is, or left out already.
    std::vector<std::vector<std::optional<double>>> tokens;
    bool tokensTakeTooLong = false; ///< there are none: see EffectParts
};

/// What is left out, one at a time.
struct EffectParts {
    bool heads = true, tokens = true;
    /// Tokens that would take longer together, as the first pass took, are not tried.
    double mostSeconds = std::numeric_limits<double>::infinity();
};

/// A pass for each, on as many threads as there are processors; `changes` stay as they are. `check` may throw.
/// `progress` is told how many are done, of how many, on any thread.
Effects effectsOf(const Model& model, const std::vector<Sequence>& sequences, const Intervention& changes,
                  const Check& check = {}, const EffectParts& parts = {},
                  const std::function<void(int, int)>& progress = {});

/// The same with each feature of a head switched off alone, in their order; none for one that is off already.
/// `progress` is told how many are done, on any thread.
std::vector<std::optional<double>> featureEffects(const Model& model, const std::vector<Sequence>& sequences,
                                                  const Intervention& changes, const HeadInfo& head,
                                                  const Check& check = {},
                                                  const std::function<void(int)>& progress = {});

} // namespace headlight
