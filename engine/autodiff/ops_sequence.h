#pragma once

#include "autodiff/tape.h"
#include "core/layout.h"

#include <span>

namespace headlight {

/// For every sequence and every feature on its own: Σ_i softmax_i(score) x_i over the sequence's tokens.
/// score and x are [features × tokens]; the result is [features × sequences]. Source2token pooling (Bi-BloSAN Eq. 8,
/// 9). The layout must live until backward.
Var poolBySoftmax(Var score, Var x, const Layout& layout);

/// Several poolings of one value: with a row of scores [heads × tokens] each, Σ_i softmax_i(score_head) x_i, the heads'
/// results one below the other: [heads·features × sequences]. Lin et al.'s and LAMA's S = AH (REFERENCE §1.10, §1.11);
/// with one head, attention without a query.
Var poolByHeads(Var score, Var x, const Layout& layout);

/// How much the heads of poolByHeads look at the same tokens: Σ_sequences ‖A Aᵀ − I‖², A the heads' weights [heads ×
/// the sequence's tokens], 1 × 1 (Lin et al. 2017, Eq. 8).
Var headOverlap(Var score, const Layout& layout);

/// How much they found the same: Σ_sequences of the mean cosine over all pairs of heads, each head with itself, too, of
/// poolByHeads' result [heads·features × sequences]; 1 × 1 (REFERENCE §1.10). A head that found zeros counts as 0.
Var headSimilarity(Var pooled, Index heads);
/// As poolByHeads(), but every head pools features of its own: score [heads × tokens], x [heads·d × tokens] →
/// [heads·d × sequences].
Var poolEachHead(Var score, Var x, const Layout& layout);

/// Over the tokens of every sequence, [features × tokens] → [features × sequences].
Var sumOverTokens(Var x, const Layout& layout);
Var meanOverTokens(Var x, const Layout& layout);
/// The first of equal largest values gets the gradient.
Var maxOverTokens(Var x, const Layout& layout);

/// x [features × sequences] → [features × tokens]: every token gets its sequence's column.
Var repeatOverTokens(Var x, const Layout& layout);

/// factor · (n + shift) · x + offset, n the length of a token's sequence: fractions of a sequence become positions in
/// it.
Var scaleByLength(Var x, const Layout& layout, Real shift, Real factor = 1, Real offset = 0);

/// x [features × tokens] + the column of code [features × positions] that belongs to a token's position in its
/// sequence. Positions beyond the last column share it.
Var addByPosition(Var x, Var code, const Layout& layout);
/// x + the code of each token's position, which is made as large as the token's column first: both have its root mean
/// square. `code` [features × positions] takes no gradient and has a column for every position, none of them zero.
Var addByPositionInSize(Var x, Var code, const Layout& layout);
/// x [1 × tokens] → [longest × sequences]: the numbers of a sequence one below the other, and −∞ behind its last. The
/// layout must live until backward.
Var columnPerSequence(Var x, const Layout& layout);

/// The columns `from` of x side by side, [features × from.size()]; −1 gives a column of zeros. A column may occur any
/// number of times: its gradients add up. `from` must live until backward (the tape's arena is a place for it).
Var gatherColumns(Var x, std::span<const Index> from);

} // namespace headlight
