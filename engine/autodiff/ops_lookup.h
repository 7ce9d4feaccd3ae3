#pragma once

#include "autodiff/tape.h"

#include <vector>

namespace headlight {

/// Columns `ids` of a table parameter [width × entries], side by side: [width × tokens]. Only the columns in
/// [trainBegin, trainEnd) get gradients. `ids` must live until backward; std::invalid_argument for an id out of range.
Var lookup(Tape& tape, const Parameter& table, const std::vector<int>& ids);

} // namespace headlight
