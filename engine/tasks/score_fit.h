#pragma once

#include <vector>

namespace headlight {

/// How far predicted scores go with the true ones. The correlations are 0 where either has no spread.
struct ScoreFit {
    double pearson = 0, spearman = 0; ///< −1 … 1; ranks of equal scores are their mean rank
    double squaredError = 0;          ///< mean
    bool spread = true;               ///< false: the correlations have no value
};
ScoreFit scoreFit(const std::vector<double>& predicted, const std::vector<double>& wanted);

} // namespace headlight
