#pragma once

#include "engine/results/head_statistics.h"

#include <span>

namespace headlight {

/// A number of HeadStatistics, as tables and documents call it.
struct StatisticColumn {
    const char* name;  ///< of documents and settings
    const char* title; ///< of a narrow table
    const char* words; ///< the same where there is room
    const char* help;  ///< says what it is
    std::optional<double> HeadStatistics::*value;
};
/// Entropy, distance and self, then the pattern scores.
std::span<const StatisticColumn> statisticColumns();

} // namespace headlight
