#pragma once

#include <QString>
#include <array>

namespace headlight {

/// What the band around a mean, or the whisker of a bar, shows of the values behind it.
enum class Spread {
    MinMax,
    StandardDeviation, ///< sample standard deviation (n − 1)
    StandardError,     ///< of the mean: standard deviation / √n
    Interval95,        ///< 95 % confidence interval of the mean, by Student's t with n − 1 degrees of freedom
};

struct SpreadRow {
    Spread spread;
    QString id;        ///< in settings
    QString title;     ///< in a list: "± 95 % interval"
    QString help;      ///< how it is computed
    QString mean;      ///< in a legend, before "of 3 seeds": "mean ± 95 %"
    QString low, high; ///< what exported values call its ends
};

const std::array<SpreadRow, 4>& spreads();
const SpreadRow& rowOf(Spread spread);
Spread spreadOf(const QString& id); ///< MinMax for an unknown id

/// Within ± this lie 95 % of Student's t distribution; NaN for fewer than 1 degree of freedom.
double studentT95(int degreesOfFreedom);

/// Half the width of the spread around the mean of n values with this sample standard deviation. NaN for n < 2, and of
/// MinMax, which isn't around the mean.
double halfWidth(Spread spread, double deviation, int n);

} // namespace headlight
