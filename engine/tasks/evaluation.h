#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace headlight {

/// A table about an evaluation, for people: what was taken for what, how the spans of each label fared.
struct EvaluationTable {
    enum class Unit { Count, Share, Score }; ///< a score is shown with two decimals
    struct Column {
        std::string name;
        Unit unit = Unit::Count;
    };
    std::string title; ///< what rows and columns are
    std::vector<Column> columns;
    std::vector<std::string> rows;
    std::vector<std::vector<double>> values; ///< [row][column]; NaN: none
};

struct MetricValue {
    std::string name; ///< of metricRows()
    double value = 0; ///< NaN: it has none for these examples
};

/// How a model answered the examples of a split.
struct Evaluation {
    int examples = 0;
    double loss = 0;                  ///< mean over what is answered of what training makes small
    std::vector<MetricValue> metrics; ///< of its task; the first one chooses the best model
    nlohmann::ordered_json details = nlohmann::ordered_json::object(); ///< entries of documents: "confusion", "spans"
    EvaluationTable table;                                             ///< the same to be read; may be empty
    std::int64_t cut = 0; ///< examples longer than the model reads (`max_tokens`)

    /// std::invalid_argument when it is none of the task's.
    double metric(const std::string& name) const;
};

/// What people are told beside the figures, from an evaluation's details, which a store may have in any form:
/// baselinesText(), notEndedText(), or nothing.
std::string besideText(const nlohmann::ordered_json& details);
/// "3 translations were cut at the limit before an end was found"; empty where none was.
std::string notEndedText(const nlohmann::ordered_json& details);

/// To compare and to store: a metric without a value counts as 0.
double comparable(double value);

} // namespace headlight
