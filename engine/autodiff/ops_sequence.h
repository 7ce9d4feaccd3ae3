#pragma once

#include "autodiff/tape.h"
#include "core/layout.h"

namespace headlight {

/// For every sequence and every feature on its own: Σ_i softmax_i(score) x_i over the sequence's tokens.
/// score and x are [features × tokens]; the result is [features × sequences]. Source2token pooling (Bi-BloSAN Eq. 8,
/// 9). The layout must live until backward.
Var poolBySoftmax(Var score, Var x, const Layout& layout);

} // namespace headlight
