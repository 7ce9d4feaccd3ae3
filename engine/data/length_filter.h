#pragma once

#include "data/corpus.h"

namespace headlight {

/// Leaves out examples with a text longer than the given percentile, 1 to 100, of the lengths of all their texts
/// (REFERENCE §0.3, the filter of SNLI's training set). Returns that length, tokens; 0 without examples.
int leaveOutLongest(std::vector<Example>& examples, double percentile);

} // namespace headlight
