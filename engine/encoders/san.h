#pragma once

#include "encoders/encoder.h"

namespace headlight {

/// Structured self-attention over a Bi-LSTM H, a vector a sentence (Lin et al. 2017; REFERENCE §1.11):
///
///     A = softmax_t(W₂ tanh(W₁ H)),   M = A H,   loss + strength · ‖A Aᵀ − I‖²
///
/// M is [heads·2·features × sequences]. W₁ and W₂ start within ±0.1.
struct SanOptions {
    int features = 300;
    bool biases = true;
    int attentionFeatures = 350;
    int heads = 30;
    double penalty = 1;
};

EncoderRow sanRow();

} // namespace headlight
