#pragma once

#include "results/attention_map.h"

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
};

/// A map small enough to be seen among many, and how its head attends.
struct Glance {
    /// Of few rows and columns; neighbouring cells are one, with the largest of their visible numbers.
    AttentionMap thumbnail;
    std::optional<HeadStatistics>
        statistics; ///< of the weights, their mean over features; none of what is no attention
};

} // namespace headlight
