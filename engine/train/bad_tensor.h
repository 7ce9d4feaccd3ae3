#pragma once

#include "autodiff/parameter.h"

#include <string>

namespace headlight {

/// Which tensor a message blames when a step's loss or gradient is not finite: the first that went bad. That is a
/// parameter; else the result of the layer of `layer` (Tape::firstNotFinite(); may be null); else a gradient.
std::string firstBadTensor(const Parameters& parameters, const Parameter* layer, const Gradients& gradients);

} // namespace headlight
