#pragma once

#include <vector>

namespace headlight {

/// What a test by ranks says of some groups of numbers.
struct RankTest {
    double statistic = 0; ///< H of Kruskal and Wallis, or z of Jonckheere and Terpstra
    double p = 1;         ///< that chance alone makes the groups differ as much
};

/// Whether any group lies higher than others: H with the correction for ties, p by the chi-squared distribution with
/// one degree of freedom less than there are groups, which is good for five numbers a group or more. Empty groups don't
/// count. Statistic 0 and p 1 where fewer than two have numbers or all numbers are equal. std::invalid_argument on a
/// NaN.
RankTest kruskalWallis(const std::vector<std::vector<double>>& groups);

/// Whether numbers rise (z > 0) or fall from each group to the next, which are in an order (ratings): of all pairs from
/// two groups the share in which the later group's is greater, ties for half, less what chance gives, in standard
/// deviations with the correction for ties; p of both sides by the normal distribution. Otherwise as above.
RankTest jonckheere(const std::vector<std::vector<double>>& groups);

/// P(χ² ≥ x) for whole degrees of freedom, at least 1.
double chiSquaredAbove(double x, int degrees);

} // namespace headlight
