#pragma once

#include "results/intervention.h"
#include "results/token.h"

#include <vector>

namespace headlight {

/// The changes that these sequences show. A session keeps its changes for whatever text is typed next: cells that these
/// have not, tokens that are read all the same, and heads of which nothing is left then, are no part of what is seen.
Intervention seenIn(Intervention changes, const std::vector<Sequence>& sequences);

} // namespace headlight
