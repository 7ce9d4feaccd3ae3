#pragma once

#include "autodiff/tape.h"

namespace headlight {

/// Layer normalisation of every column: gain ⊙ (x − mean) / √(variance + epsilon) + bias; x [width × tokens], gain and
/// bias [width × 1]. With several heads one below the other, x [heads·width × tokens], each head's column is normalised
/// on its own, all with the same gain and bias. The variance is that of the column's numbers (divided by width), as in
/// PyTorch and TensorFlow.
Var layerNorm(Var x, Var gain, Var bias, Real epsilon);

/// Every column divided by its length: x / (‖x‖₂ + epsilon). A column of zeros stays one and gets no gradient.
Var unitColumns(Var x, Real epsilon);

} // namespace headlight
