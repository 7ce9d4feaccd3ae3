#pragma once

#include <string>
#include <vector>

namespace headlight {

enum class MetricUnit {
    Share,  ///< 0 … 1, shown as a percentage
    Number, ///< without a unit
};

/// What an evaluation measures.
struct Metric {
    std::string name;  ///< in documents, stores and filters
    std::string title; ///< for people: on axes and above columns
    std::string help;
    MetricUnit unit = MetricUnit::Share;
    bool higherIsBetter = true;
    double lowest = 0, highest = 1; ///< the values that it can have
    bool judges = false;            ///< of some task it is the one that chooses the best model
};

/// One row for each that any task has, in the order of tables: what a tagger is judged by stands before its accuracy.
const std::vector<Metric>& metricRows();

/// Null when it is none of them.
const Metric* findMetric(const std::string& name);

} // namespace headlight
