#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace headlight {

/// Of sorted numbers, one at least, between neighbours where it falls between them. `share`: 0 … 1.
inline double quantile(const std::vector<double>& sorted, double share) {
    const double place = share * double(sorted.size() - 1);
    const auto below = std::size_t(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - double(below)) * (sorted[above] - sorted[below]);
}

} // namespace headlight
