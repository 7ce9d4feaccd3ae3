#pragma once

#include "encoders/encoder.h"

namespace headlight {

/// Masked self-attentions side by side, one for each mask, mixed by tokens-position-weight, by fusion gates, or by
/// nothing but their mean (MPSAN; REFERENCE §1.9).
///
/// Its maps: a head for each mask, then one for the weights of input and attentions in each token, or one for each
/// attention's gate, which stands by the token's own layer against what attention found; none for a mean.
struct MpsanOptions {
    std::string masks = "fw+logdist, bw+logdist, fa(2), fa(3)";
    std::string scores = "scalar";
    std::string fusion = "tpw";
    std::string inputLayers = "own";
    int features = 0;
    std::string activation = "relu";
    std::string form = "fused";
};

EncoderRow mpsanRow();

} // namespace headlight
