#pragma once

#include "attention/attention_form.h"
#include "autodiff/activation.h"
#include "encoders/encoder.h"

namespace headlight {

/// Masked self-attentions side by side, one for each mask, mixed by tokens-position-weight, by fusion gates, or by
/// nothing but their mean (MPSAN; REFERENCE §1.9).
///
/// Its maps: a head for each mask, then one for the weights of input and attentions in each token, or one for each
/// attention's gate, which stands by the token's own layer against what attention found; none for a mean.
struct MpsanOptions {
    enum class Scores { Scalar, Features };
    enum class Fusion { Tpw, Gate, None };
    enum class InputLayers { Own, Shared };

    std::string masks = "fw+logdist, bw+logdist, fa(2), fa(3)";
    Scores scores = Scores::Scalar;
    Fusion fusion = Fusion::Tpw;
    InputLayers inputLayers = InputLayers::Own;
    int features = 0;
    Activation activation = Activation::Relu;
    AttentionForm form = AttentionForm::Fused;
};

EncoderRow mpsanRow();

} // namespace headlight
