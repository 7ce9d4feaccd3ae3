#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// y = factor · length^exponent, fitted to the logarithms by least squares.
struct Growth {
    double exponent = 0;
    double uncertainty = 0; ///< standard error of the exponent; 0 for two points, which fit always
    double factor = 0;

    double at(double length) const;
};

/// Points are (length, value), both positive; others are left out. None with fewer than two lengths.
std::optional<Growth> growthOf(const std::vector<std::pair<double, double>>& points);

/// Where two curves cross: (length, value), on straight lines between their points in logarithms. Points of each by
/// ascending length; only lengths that both cover count.
std::vector<std::pair<double, double>> crossings(const std::vector<std::pair<double, double>>& a,
                                                 const std::vector<std::pair<double, double>>& b);

} // namespace headlight
