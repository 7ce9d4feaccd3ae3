#pragma once

#include "core/choice.h"
#include "core/matrix.h"

namespace headlight {

enum class Activation {
    None,
    Relu,
    Elu,
    Tanh,
    Sigmoid,
    Gelu,     ///< x Φ(x), Φ the normal distribution's (Hendrycks and Gimpel 2016)
    GeluTanh, ///< the same paper's x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2, which is close to it
    Silu      ///< x sigmoid(x)
};

/// "none", "relu", "elu", "tanh", "sigmoid", "gelu", "gelu_tanh", "silu".
const ChoiceNames<Activation>& activationNames();

/// Whether activation'(x) is computed from x. Else it is from activation(x) alone, and x need not be kept. True for
/// those, and only those, that do not always grow with x: the result does not tell then which x it came from.
bool derivativeNeedsInput(Activation activation);

/// y = activation(y), over `count` numbers in place.
void activate(Activation activation, Real* y, Index count);
/// gradient *= activation'(x), over `count` numbers: given x where derivativeNeedsInput(), else y = activation(x).
void multiplyByDerivative(Activation activation, const Real* xOrY, Real* gradient, Index count);

} // namespace headlight
