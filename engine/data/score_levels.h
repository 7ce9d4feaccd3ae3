#pragma once

#include <string>
#include <vector>

namespace headlight {

/// A score is learnt as a distribution over the whole numbers around it, its levels (Tai et al. 2015; REFERENCE §4.3):
/// 3.4 is 60 % of level 3 and 40 % of level 4, and the answer is the distribution's mean.

constexpr int mostLevels = 21; ///< as from 0 to 20: no scale that people judge by has more

/// As messages write it: "3.4".
std::string scoreText(double score);

/// The levels that hold all scores from lowest to highest, as names: "1", "2" … Error when there would be more than
/// mostLevels.
std::vector<std::string> levelNames(double lowest, double highest);

/// The number of the first of such levels. Error unless they are whole numbers in order.
int firstLevel(const std::vector<std::string>& names);

/// The score that a distribution over such levels stands for.
template <class Shares>
double meanScore(const std::vector<std::string>& names, const Shares& shares) {
    double score = firstLevel(names);
    for (std::size_t k = 1; k < names.size(); ++k)
        score += double(k) * double(shares[long(k)]);
    return score;
}

} // namespace headlight
