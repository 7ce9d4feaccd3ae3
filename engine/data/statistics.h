#pragma once

#include "data/corpus.h"

namespace headlight {

/// What a preview says of a set of examples; all zero for an empty one.
struct PartStatistics {
    std::int64_t examples = 0;
    std::vector<std::int64_t> perLabel; ///< by label
    std::int64_t tokens = 0;
    std::int64_t distinctTokens = 0;
    /// Tokens per example; the quantiles are lengths that occur (nearest rank).
    int shortest = 0, median = 0, percentile97 = 0, longest = 0;
};

/// Of sorted lengths, at least one, the smallest that a share of them does not exceed (nearest rank).
int lengthQuantile(const std::vector<int>& sorted, double share);

/// Of `examples`, a part of the corpus.
PartStatistics statisticsOf(const Corpus& corpus, const std::vector<Example>& examples);

} // namespace headlight
