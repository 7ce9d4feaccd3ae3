#pragma once

#include "autodiff/activation.h"
#include "autodiff/tape.h"

#include <span>

namespace headlight {

/// a + b, shapes equal.
Var add(Var a, Var b);
/// bias [rows × 1] added to every column of x.
Var addBias(Var x, Var bias);
/// activation(x), number by number.
Var activated(Var x, Activation activation);
/// a ⊙ b, shapes equal.
Var multiply(Var a, Var b);
/// factor · a.
Var scale(Var a, Real factor);
/// factors [rows × 1] ⊙ every column of x.
Var scaleRows(Var x, Var factors);
/// factor · a into y, rows of an existing value.
void scaleInto(Var y, Var a, Real factor);
/// Σ weights ⊙ a, [1 × 1]. The weights must live until backward.
Var weightedSum(Var a, const Matrix& weights);
/// a ⊙ sigmoid(b), a gated linear unit (Dauphin et al. 2017).
Var gatedLinear(Var a, Var b);
/// gate ⊙ a + (1 − gate) ⊙ b: the fusion gate of DiSAN Eq. 14 and of MTSA's released classification model.
Var gated(Var gate, Var a, Var b);
/// The same into y, rows of an existing value.
void gatedInto(Var y, Var gate, Var a, Var b);
/// Σ_g softmax_g(score_g) ⊙ value_g for every feature and token alone: MPSAN's tokens-position-weight (Eq. 13, 14).
/// `values` are [d × tokens] each; score holds theirs one below the other, [values·d × tokens].
Var mixBySoftmax(Var score, std::span<const Var> values);

} // namespace headlight
