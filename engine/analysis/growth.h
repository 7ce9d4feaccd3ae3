#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// A value at a length, and the standard error of its logarithm; 0 of one that is known exactly.
struct GrowthPoint {
    double length, value, error = 0;
};

/// y = factor · length^exponent, fitted to the logarithms by least squares.
struct Growth {
    double exponent = 0;
    /// Standard error of the exponent, the larger of two: what the distances from the line say, and what the errors of
    /// the points do, which few points may hide. None of two points, which always fit, without errors.
    std::optional<double> uncertainty;
    double factor = 0;
    double from = 0, to = 0; ///< lengths that it was fitted to
    double r2 = 1;           ///< share of the logarithms' variance that it explains
    double ofPoints = 0;     ///< the second of the two standard errors

    double at(double length) const;
    std::string text() const; ///< "n^1.93 ± 0.02, 64 to 384 tokens, R² 0.998"
};

/// Of points whose length and value are positive; others are left out. None with fewer than two lengths.
std::optional<Growth> growthOf(const std::vector<GrowthPoint>& points);

/// Where two curves cross: (length, value), on straight lines between their points in logarithms. Points of each by
/// ascending length; only lengths that both cover count.
std::vector<std::pair<double, double>> crossings(const std::vector<std::pair<double, double>>& a,
                                                 const std::vector<std::pair<double, double>>& b);

} // namespace headlight
