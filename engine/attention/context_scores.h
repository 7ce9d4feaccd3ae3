#pragma once

#include "autodiff/tape.h"
#include "core/layout.h"

namespace headlight {

/// Scores of tokens against one context for all heads by low-rank factors (LAMA Eq. 10, 11; REFERENCE §1.10):
///
///     f_jt = tanh( Σ_k (P_jkᵀ c)(Q_jkᵀ u_t) ),   k = 1 … rank
///
/// context = P c [heads·rank × 1], shared by all sequences, or [heads·rank × sequences]; token = Q u [heads·rank ×
/// tokens]; head j owns the rows from j·rank on. Result [heads × tokens]. The layout must live until backward.
/// std::invalid_argument when shapes do not fit together.
Var contextScores(Var context, Var token, const Layout& layout, Index rank);

} // namespace headlight
