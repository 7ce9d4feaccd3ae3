#pragma once

#include "attention/tiles.h"
#include "autodiff/ops_affine.h"

namespace headlight {

/// e^σ of the two parts of a tensorised score (REFERENCE §1.6): what the paper leaves open.
enum class ScoreFunction {
    Exp,          ///< σ(z) = z
    Sigmoid,      ///< e^σ(z) = sigmoid(z)
    ExpTanh,      ///< σ(z) = 5·tanh(z / 5)
    ScaledSigmoid ///< e^σ(z) = sigmoid(z / √d): the released translation model's source2token part
};

/// z becomes log e^σ(z); `slope`, an array of z's size unless null, gets its derivative by z. `width` is d.
void logScores(ScoreFunction function, Index width, Eigen::Ref<Matrix> z, Real* slope);

struct TokenSourceOptions {
    Index heads = 1;
    HeadMasks masks; ///< one per head
    ScoreFunction token = ScoreFunction::Exp;
    ScoreFunction source = ScoreFunction::Exp;
    /// Dropout on E^R and E^S where they form the numerator; the normaliser sees them whole, as in the released code.
    Dropout tokenDropout = {}, sourceDropout = {};
};

/// Tensorised self-attention (MTSA Eq. 8–11, Algorithm 1). Per head, key i, query j and feature l
///
///     f_lij = σ_t(⟨k_i, q_j⟩ / √d_i) + σ_s(S_li) + M_ij,   H_lj = Σ_i softmax_i(f_lij) v_li
///
/// query, key [heads·d_i × tokens]; source (S), value [heads·d × tokens]; result [heads·d × tokens]. Without query and
/// key (empty handles) the token2token part is 0, without source the source2token part. A query that sees nothing gets
/// zeros. Queries and keys are the same tokens: attention to other ones is dot-product attention.
///
/// The fused form is Algorithm 1 over tiles of queries: H = (E^X E^R) / (E^S E^R) with E^R = e^σt(R)·[visible],
/// E^S = e^σs(S), E^X = v ⊙ E^S: two matrix products, no n × n × d array, forward or backward. Sums are kept in range
/// by subtracting the largest exponent per query and per feature; where a normaliser still vanishes, its (feature,
/// query) is computed directly.
Var tokenSourceAttention(Var query, Var key, Var source, Var value, const Layout& layout,
                         const TokenSourceOptions& options);

/// std::invalid_argument when shapes and options of the two functions do not fit together.
void checkTokenSource(Var query, Var key, Var source, Var value, const Layout& layout,
                      const TokenSourceOptions& options);

/// The same by definition: materialises f and its softmax, n × n × d, as the paper writes them, with the
/// dropout patterns of the fused form.
Var tokenSourceAttentionReference(Var query, Var key, Var source, Var value, const Layout& layout,
                                  const TokenSourceOptions& options);

/// Records what the map of every head is made of, "head 0", "head 1", … from the address `first` on: one number per
/// pair and feature, or per pair when there is no source.
void recordTokenSource(Trace& trace, const MapAddress& first, Var query, Var key, Var source, Var value,
                       const TokenSourceOptions& options);

} // namespace headlight
