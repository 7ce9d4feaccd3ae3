#pragma once

#include "autodiff/tape.h"

#include <functional>
#include <string>

namespace headlight {

/// The largest disagreement found, and where.
struct GradientError {
    double relative = 0; ///< ‖a − b‖ / (‖a‖ + ‖b‖), a analytic and b numeric
    std::string parameter;
};

/// Compares the gradients of every parameter with central differences. `compute` may return a value of any shape: it is
/// contracted with a fixed random cotangent, since a plain sum hides errors that cancel. Meant for the engine in
/// double; bound 1e-6. Tables: every column of [trainBegin, trainEnd).
GradientError checkGradients(Parameters& parameters, const std::function<Var(Tape&)>& compute, double step = 1e-5);

} // namespace headlight
