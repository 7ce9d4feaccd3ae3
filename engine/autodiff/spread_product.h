#pragma once

#include "autodiff/tape.h"

namespace headlight {

/// y = weight · x, or y += weight · x: in pieces on the tape's pool if it has one, else at once. The pieces are the
/// same for any number of threads: rows of the weight, or tokens where these make more pieces.
void setSpread(Tape& tape, Product y, const Factor& weight, const Eigen::Ref<const Matrix>& x);
void addSpread(Tape& tape, Product y, const Factor& weight, const Eigen::Ref<const Matrix>& x);

} // namespace headlight
