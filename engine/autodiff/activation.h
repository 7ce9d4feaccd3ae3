#pragma once

#include "core/matrix.h"

#include <string>
#include <vector>

namespace headlight {

enum class Activation { None, Relu, Elu, Tanh, Sigmoid };

/// "none", "relu", "elu", "tanh", "sigmoid": the words of option tables.
const std::vector<std::string>& activationNames();
/// std::invalid_argument for any other word.
Activation activationFrom(const std::string& name);

/// y = activation(y), over `count` numbers in place.
void activate(Activation activation, Real* y, Index count);
/// gradient *= activation'(x), given y = activation(x), over `count` numbers.
void multiplyByDerivative(Activation activation, const Real* y, Real* gradient, Index count);

} // namespace headlight
