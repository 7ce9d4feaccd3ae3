#pragma once

#include "autodiff/tape.h"

namespace headlight {

/// Vectors of sentences that belong together in pairs, columns 2k and 2k + 1 of x [D × 2·pairs].

/// [p; h; p − h; p ⊙ h], [4D × pairs]: the features of natural language inference (REFERENCE §4.1).
Var matchPairs(Var x);

} // namespace headlight
