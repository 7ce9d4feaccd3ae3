#pragma once

#include "autodiff/ops_affine.h"

namespace headlight {

/// dropout(x); the same handle when the dropout is inactive.
Var dropped(Var x, Dropout dropout);
/// x + dropout(y), shapes equal: the residual connection of a Transformer.
Var addDropped(Var x, Var y, Dropout dropout);

} // namespace headlight
