#pragma once

#include "models/inspect/tensor_numbers.h"

#include <limits>

namespace headlight {

/// Figures of a tensor's numbers; those below the counts are of its finite ones, and NaN where there is none.
struct TensorStatistics {
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();

    std::int64_t numbers = 0, notFinite = 0;
    double minimum = none, maximum = none, mean = none;
    double deviation = none; ///< standard deviation of the numbers themselves, not of a sample: divided by n
    double norm = none;      ///< L2, the square root of the sum of squares
};

/// Error when the numbers can't be read; Dtype::Unread can't.
TensorStatistics statisticsOf(
    const TensorFile& file, const std::string& name, const NumbersRead& read = [](std::int64_t) {});

/// How many finite numbers lie in bins of the same width.
struct TensorHistogram {
    double low = 0, high = 0; ///< ends of the first and of the last bin, which has `high` itself
    std::vector<std::int64_t> counts;
};

/// From the minimum to the maximum of the statistics. Where all numbers are the same there is one bin, where none is
/// finite there is none.
TensorHistogram histogramOf(
    const TensorFile& file, const std::string& name, const TensorStatistics& statistics, std::size_t bins,
    const NumbersRead& read = [](std::int64_t) {});

} // namespace headlight
