#pragma once

#include "nn/trace.h"

#include <optional>

namespace headlight {

/// How a head spreads its attention, from a weight map with one number per cell. Means over the queries that see
/// anything; weights p of a query are taken relative to their sum, so that maps reduced over features count as well.
struct HeadStatistics {
    std::optional<double> entropy;      ///< −Σ p ln p, in nats: 0 for one key, ln k for k keys alike
    std::optional<double> meanDistance; ///< Σ p |key − query|, in tokens; none for source-to-token
    std::optional<double> selfShare;    ///< p of the query itself, 0 … 1; none for source-to-token
    Index queries = 0;                  ///< that see anything; of none there are no means
};

/// std::invalid_argument when the map is no weight map or has more than one number per cell.
HeadStatistics headStatistics(const AttentionMap& map);

} // namespace headlight
