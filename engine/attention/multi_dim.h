#pragma once

#include "attention/tiles.h"
#include "autodiff/tape.h"

namespace headlight {

/// Masked multi-dimensional self-attention (DiSAN Eq. 10–13, REFERENCE §1.4): for key i, query j and every feature l
/// alone
///
///     f_l(i, j) = c·tanh((key_li + query_lj) / c) + M_ij,   s_lj = Σ_i softmax_i(f_l(i, j)) value_li
///
/// key (W₁h), query (W₂h + b) and value are [d × tokens]; so is the result. A query that sees nothing gets zeros.
/// Queries and keys are the same tokens: attention to other ones is dot-product attention (attention/dot_product.h).
///
/// The fused form keeps a run of features in registers and goes over the keys: its memory is that of its inputs and one
/// number per feature and query. With A = e^(2 key/c) and B = e^(2 query/c) a score is c (1 − 2 / (1 + AB)): a quotient
/// for each pair in place of a tanh.
Var multiDimAttention(Var key, Var query, Var value, const Layout& layout, const HeadMask& mask, Real c = 5);

/// The same by definition: materialises the n × n × d scores, as the paper writes them.
Var multiDimAttentionReference(Var key, Var query, Var value, const Layout& layout, const HeadMask& mask, Real c = 5);

} // namespace headlight
