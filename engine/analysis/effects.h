#pragma once

#include "core/check.h"
#include "models/model.h"

#include <optional>
#include <vector>

namespace headlight {

/// What decides: how the decision for a model's answer (decisionOf) changes without one part of it. Above 0: the part
/// speaks against the answer.
struct Effects {
    /// With the head switched off, in the order of Model::heads(); none for one that can't be, or is off already.
    std::vector<std::optional<double>> heads;
    /// With the token left out of its sequence; none for a mark of the model's own, and where it is all there is.
    std::vector<std::vector<std::optional<double>>> tokens;
};

/// What is left out, one at a time.
struct EffectParts {
    bool heads = true, tokens = true;
};

/// A pass for each, on as many threads as there are processors; `changes` stay as they are. `check` may throw.
Effects effectsOf(const Model& model, const std::vector<Sequence>& sequences, const Intervention& changes,
                  const Check& check = {}, const EffectParts& parts = {});

} // namespace headlight
