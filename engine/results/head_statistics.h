#pragma once

#include "results/attention_map.h"
#include "results/value_counts.h"

#include <optional>

namespace headlight {

/// How a head spreads its attention, from a weight map with one number per cell. Means over the queries that see
/// anything; weights p of a query are taken relative to their sum, so that maps reduced over features count as well,
/// and parts of a map between two texts.
struct HeadStatistics {
    std::optional<double> entropy;      ///< −Σ p ln p, in nats: 0 for one key, ln k for k keys alike
    std::optional<double> meanDistance; ///< Σ p |key − query|, in tokens; of self attention only
    std::optional<double> selfShare; ///< p of the query itself, 0 … 1; of self attention, of queries among the keys
    Index queries = 0;               ///< that see anything; of none there are no means

    /// Pattern scores: p of one key, or of several together, 0 … 1; means over the queries that see anything and have
    /// such a key. None where no query has one, and where keys are not the tokens.
    std::optional<double> previous;  ///< the token before the query; of self attention only, and so is the next
    std::optional<double> next;      ///< the token behind the query
    std::optional<double> first;     ///< the first token of the sequence, [CLS] of a model that sets one
    std::optional<double> sink;      ///< of self attention the first token's (results/attention_sink.h)
    std::optional<double> separator; ///< all marks of the model's own that stand behind the first token: [SEP]
};

/// Which keys of a map have pattern scores of their own, by its columns.
struct KeyMarks {
    std::optional<Index> first; ///< none: the map is a part without the sequence's first token
    std::vector<Index> separators;
};

/// A map small enough to be seen among many, and how its head attends.
struct Glance {
    /// Of few rows and columns; neighbouring cells are one, with the largest of their visible numbers.
    AttentionMap thumbnail;
    std::optional<HeadStatistics>
        statistics;                    ///< of the weights, their mean over features; none of what is no attention
    std::optional<ValueCounts> counts; ///< of all numbers, where the thumbnail has fewer
};

} // namespace headlight
