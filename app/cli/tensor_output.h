#pragma once

#include "engine/models/inspect/tensor_comparison.h"
#include "engine/models/inspect/tensor_statistics.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

struct TensorRow {
    ListedTensor tensor;
    std::optional<TensorStatistics> statistics;
};

/// The tensors of a file of weights, with figures of their numbers where these are wanted and of a type that is read.
std::vector<TensorRow> tensorRows(const TensorFile& file, bool withStatistics);

void printTensorTable(const std::vector<TensorRow>& rows);
void printTensorCsv(const std::vector<TensorRow>& rows);
nlohmann::ordered_json tensorList(const std::vector<TensorRow>& rows);

/// What differs; of what is equal only how many there are.
void printComparisonTable(const std::vector<TensorDifference>& differences);
void printComparisonCsv(const std::vector<TensorDifference>& differences);
/// Every tensor, and how many there are in each state.
nlohmann::ordered_json comparisonDocument(const std::vector<TensorDifference>& differences);

} // namespace headlight
