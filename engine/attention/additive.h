#pragma once

#include "attention/tiles.h"
#include "autodiff/tape.h"

namespace headlight {

/// Masked additive self-attention with one score per pair of tokens (MPSAN Eq. 5–6, the 1-D form of DiSAN's; REFERENCE
/// §1.9): for key i and query j
///
///     f(i, j) = c·tanh((key_i + query_j) / c) + M_ij,   s_j = Σ_i softmax_i(f(i, j)) value_i
///
/// key and query (bias included) are [1 × tokens], value is [d × tokens]; so is the result. A query that sees nothing
/// gets zeros. Queries and keys are the same tokens: attention to other ones is dot-product attention. Streams over
/// tiles of queries; backward recomputes the weights from one number per query.
Var additiveAttention(Var key, Var query, Var value, const Layout& layout, const HeadMask& mask, Real c = 5);

} // namespace headlight
