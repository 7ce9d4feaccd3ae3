#pragma once

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace headlight {

/// The visible numbers of a map that are too many to be kept one by one: by these its colour range is chosen. Of
/// weights, queries that see a single key are left out while there are others.
struct ValueCounts {
    struct Row {
        float largest = 0;
        std::ptrdiff_t seen = 0; ///< keys
    };
    /// Ascending numbers, and how many are near each: at most 0.4 % nearer to zero.
    std::vector<std::pair<float, std::ptrdiff_t>> counts;
    double sum = 0; ///< of all, exactly; as the ends
    float least = std::numeric_limits<float>::infinity(), largest = -least;
    std::vector<Row> rows; ///< those that count
};

} // namespace headlight
