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

/// Beyond this many tokens the copies would take too long.
constexpr Index longestSensitivity = 200;

/// 32 for short sentences, fewer for longer ones, 0 beyond longestSensitivity.
int directionsFor(Index tokens);

} // namespace headlight
