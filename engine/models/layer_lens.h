#pragma once

#include "models/model.h"

namespace headlight {

/// What each layer of a model says of some tokens: what the model would answer if it had no further layers, so that its
/// final norm and its scores of words stand right behind this one (the "logit lens", nostalgebraist 2020).
struct LayerLens {
    std::vector<int> tokens; ///< of the sequence
    /// By layer and by `tokens`: the likeliest words. Nothing of a token that is left out.
    std::vector<std::vector<ClassAnswer>> layers;
};

/// A model whose layers can be looked at so.
class LensModel {
public:
    virtual ~LensModel() = default;
    /// Of what Model::read() gave, with the user's changes: a pass of its own. std::invalid_argument for tokens that
    /// there are not; Error where scores are no numbers.
    virtual LayerLens lens(std::vector<Sequence> sequences, const Intervention& changes, const std::vector<int>& tokens,
                           const RunControl& control) const = 0;
};

/// Null for a model that tells no words.
const LensModel* lensModel(const Model& model);

} // namespace headlight
