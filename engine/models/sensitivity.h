#pragma once

#include "encoders/encoder.h"

namespace headlight {

/// ‖∂h_i / ∂x_j‖, the Frobenius norm of how the encoder's result for token i (or, of one that pools, for the sentence)
/// changes with the vector of token j: [results × tokens]. x is one sentence, [inputs × tokens].
///
/// ‖J‖² is the mean of ‖Jᵀv‖² over random signs v, so it is estimated from a few such directions, the same for the same
/// sentence: `directionsFor(tokens)` of them, with one backward pass over as many copies of the sentence as there are
/// results and directions.
Matrix sensitivity(const Encoder& encoder, const Matrix& x);

/// 32 for short sentences, fewer for longer ones, 0 beyond 200 tokens, where the copies would take too long.
int directionsFor(Index tokens);

} // namespace headlight
