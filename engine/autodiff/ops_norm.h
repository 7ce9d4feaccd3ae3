#pragma once

#include "autodiff/tape.h"

namespace headlight {

/// Layer normalisation of every column: gain ⊙ (x − mean) / √(variance + epsilon) + bias; x [width × tokens], gain and
/// bias [width × 1]. With several heads one below the other, x [heads·width × tokens], each head's column is normalised
/// on its own, all with the same gain and bias. The variance is that of the column's numbers (divided by width), as in
/// PyTorch and TensorFlow. An empty gain or bias is left out; without a gain a column is normalised as a whole.
Var layerNorm(Var x, Var gain, Var bias, Real epsilon);

/// The same without the mean and the bias (Zhang and Sennrich 2019): (offset + gain) ⊙ x / √(mean of x² + epsilon).
/// Where files have a gain less 1, the offset is 1.
Var rootMeanSquareNorm(Var x, Var gain, Real epsilon, Real offset = 0);

/// Every column divided by its length: x / (‖x‖₂ + epsilon). A column of zeros stays one and gets no gradient.
Var unitColumns(Var x, Real epsilon);

} // namespace headlight
