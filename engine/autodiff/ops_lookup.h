#pragma once

#include "autodiff/tape.h"

#include <vector>

namespace headlight {

/// Columns `ids` of a table parameter [width × entries], side by side: [width × tokens]. A token has `each` ids, one
/// behind the other, and the sum of their columns. Only the columns in [trainBegin, trainEnd) get gradients. `ids` must
/// live until backward; std::invalid_argument for an id out of range, and unless they are `each` a token.
Var lookup(Tape& tape, const Parameter& table, const std::vector<int>& ids, int each = 1);

/// Every entry of the table multiplied with every token: tableᵀ x, table [width × entries], x [width × tokens] →
/// [entries × tokens]. What a language model's output layer is whose weights are those of its embedding (Press and Wolf
/// 2017). Entries in [trainBegin, trainEnd) get gradients.
Var entryScores(const Parameter& table, Var x);

} // namespace headlight
