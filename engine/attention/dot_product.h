#pragma once

#include "attention/tiles.h"
#include "autodiff/ops_affine.h"

namespace headlight {

/// How the heads of a dot-product attention are cut and masked.
struct DotProductOptions {
    Index heads = 1;
    HeadMasks masks;            ///< one per head
    Dropout weightDropout = {}; ///< on the weights after softmax
};

/// Scaled dot-product attention (Vaswani et al.; REFERENCE §1.1): per head c and sequence
/// H_j = Σ_i softmax_i( ⟨k_i, q_j⟩ / √d + M_ij ) v_i.
///
/// query, key [heads·d × tokens], value [heads·d_v × tokens] → [heads·d_v × tokens]. A query that sees nothing gets
/// zeros. Streams over tiles of queries; backward recomputes the weights from one number per query and head.
Var dotProductAttention(Var query, Var key, Var value, const Layout& layout, const DotProductOptions& options);

} // namespace headlight
