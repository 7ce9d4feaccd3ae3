#pragma once

#include "encoders/encoder.h"

namespace headlight {

/// Low-rank multi-head attention over annotations h_t of a Bi-GRU, a vector a sentence (LAMA, Mehta et al. 2020;
/// REFERENCE §1.10):
///
///     u_t = tanh(W h_t + b),   f_t = tanh((Pᵀ c) ⊙ (Qᵀ u_t)) / its length,   A_j = softmax_t(f_jt),   S = A H
///
/// S is [heads·width of h × sequences]. First values: W and b normal with deviation 0.1 (the paper), P and Q within
/// ±0.1 and c Glorot-normal (the same author's released predecessor; LAMA's own model was not released).
struct LamaOptions {
    enum class Below { BiGru, Embeddings };
    enum class Context { Free, Document };
    enum class Disagreement { None, Positions, Embeddings };

    Below below = Below::BiGru;
    int features = 50;
    int heads = 15;
    int rank = 1;
    bool hiddenLayer = true;
    Context context = Context::Free;
    int contextFeatures = 32;
    Disagreement disagreement = Disagreement::None;
    double strength = 0.2;
};

EncoderRow lamaRow();

} // namespace headlight
