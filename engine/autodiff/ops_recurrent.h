#pragma once

#include "autodiff/ops_affine.h"

namespace headlight {

/// One direction of a recurrent layer over the sequences of a packed batch, from zero states. x is input.x [inputs ×
/// tokens], W is input.weight, U `recurrent`, h the result [features × tokens]; σ is the logistic function. `reversed`
/// goes from every sequence's last token to its first. The product W·x is made for all tokens at once, U·h step by step
/// for all sequences that are not at their end; backward through time has the gradient of U as one product over all
/// tokens. The result may be rows of an existing value (the other direction has the others). `bias` may be an empty
/// handle. The layout must live until backward. std::invalid_argument when shapes do not fit together.

/// Long short-term memory: with the rows of W [4·features × inputs], U [4·features × features] and bias in TensorFlow's
/// order i, j, f, o
///
///     i, f, o = σ(W x + U h₋ + b),   j = tanh(W x + U h₋ + b),   c = f ⊙ c₋ + i ⊙ j,   h = o ⊙ tanh(c)
void lstmInto(Var result, const AffineTerm& input, Var bias, Var recurrent, const Layout& layout, bool reversed);

/// Where a gated recurrent unit applies its reset gate r.
enum class GruReset {
    Before, ///< j = tanh(W x + U (r ⊙ h₋) + b): TensorFlow's GRUCell, as the papers' experiments used it
    After   ///< j = tanh(W x + b + r ⊙ (U h₋ + b')): cuDNN and PyTorch, and LAMA Eq. 3
};

/// Gated recurrent unit: with the rows of W [3·features × inputs], U [3·features × features] and biases in the order
/// r, z, j
///
///     r, z = σ(W x + U h₋ + b + b'),   j as above,   h = z ⊙ h₋ + (1 − z) ⊙ j
///
/// b' is `recurrentBias`; an empty handle with GruReset::Before.
void gruInto(Var result, const AffineTerm& input, Var bias, Var recurrent, Var recurrentBias, GruReset reset,
             const Layout& layout, bool reversed);

/// Simple recurrent unit, first version (REFERENCE §1.13): `map` [3·features × tokens] has the rows x̃, f, r without
/// their biases, x [features × tokens] is the layer's input, bias [2·features × 1] that of f, r
///
///     f, r = σ(map + b),   c = f ⊙ c₋ + (1 − f) ⊙ x̃,   h = r ⊙ tanh(c) + (1 − r) ⊙ x
void sruInto(Var result, Var x, Var map, Var bias, const Layout& layout, bool reversed);

} // namespace headlight
