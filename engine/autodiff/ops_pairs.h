#pragma once

#include "autodiff/difference.h"
#include "autodiff/tape.h"

namespace headlight {

/// Vectors of sentences that belong together in pairs, columns 2k and 2k + 1 of x [D × 2·pairs].

/// [p; h; p − h; p ⊙ h], [4D × pairs]: the features of natural language inference (REFERENCE §4.1); with
/// Difference::Absolute |p − h| instead of p − h (§1.15).
Var matchPairs(Var x, Difference difference);

/// [p ⊙ h; |p − h|], [2D × pairs]: the features of relatedness (Tai et al. 2015; REFERENCE §4.3). They don't know which
/// sentence is the first.
Var relatePairs(Var x);

} // namespace headlight
