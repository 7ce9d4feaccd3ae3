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

/// Over the tokens of every sequence, [features × tokens] → [features × sequences].
Var sumOverTokens(Var x, const Layout& layout);
Var meanOverTokens(Var x, const Layout& layout);
/// The first of equal largest values gets the gradient.
Var maxOverTokens(Var x, const Layout& layout);

/// The columns `from` of x side by side, [features × from.size()]; −1 gives a column of zeros. A column may occur any
/// number of times: its gradients add up. `from` must live until backward (the tape's arena is a place for it).
Var gatherColumns(Var x, std::span<const Index> from);

} // namespace headlight
