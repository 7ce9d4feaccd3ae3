#include "cli/tensor_output.h"

#include "cli/csv_row.h"
#include "cli/map_progress.h"
#include "cli/terminal.h"
#include "engine/core/error.h"
#include "wording/memory_size.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

using TensorJson = nlohmann::ordered_json;

constexpr std::size_t longestTensorName = 200;

/// The sizes with `between` them; a single number has none.
std::string sizesOf(const ListedTensor& tensor, const std::string& between) {
    std::string text;
    for (const std::int64_t size : tensor.info.shape)
        text += (text.empty() ? "" : between) + std::to_string(size);
    return text;
}

std::string shapeText(const ListedTensor& tensor) {
    return tensor.info.shape.empty() ? "number" : sizesOf(tensor, " × ");
}

/// Reading it gives the same number. Nothing for what is none.
std::string exactFigure(double value) {
    if (std::isnan(value))
        return {};
    return std::isinf(value) ? "inf" : TensorJson(value).dump();
}

std::string shownFigure(double value) {
    return std::isnan(value) ? "—" : brief(value);
}

std::vector<double> figuresOf(const TensorStatistics& statistics) {
    return {statistics.norm, statistics.mean, statistics.deviation, statistics.minimum, statistics.maximum};
}

const std::vector<TensorState>& tensorStates() {
    static const std::vector<TensorState> states = {TensorState::Equal,      TensorState::Changed,
                                                    TensorState::OtherShape, TensorState::OnlyHere,
                                                    TensorState::OnlyThere,  TensorState::Unread};
    return states;
}

std::int64_t countOf(const std::vector<TensorDifference>& differences, TensorState state) {
    return std::count_if(differences.begin(), differences.end(),
                         [&](const TensorDifference& one) { return one.state == state; });
}

/// "4 × 4 F32", of two that are not the same "4 × 4 F32 | 4 × 2 F16".
std::string kindsText(const TensorDifference& difference) {
    const auto kindText = [](const std::optional<ListedTensor>& tensor) {
        return tensor ? shapeText(*tensor) + "  " + dtypeName(tensor->info.dtype) : "—";
    };
    const std::string here = kindText(difference.here), there = kindText(difference.there);
    return here == there ? here : here + " | " + there;
}

} // namespace

std::vector<TensorRow> tensorRows(const TensorFile& file, bool withStatistics) {
    std::vector<TensorRow> rows;
    double numbers = 0;
    for (ListedTensor& tensor : listedTensors(file)) {
        numbers += double(tensor.info.elements());
        rows.push_back({std::move(tensor), std::nullopt});
    }
    if (!withStatistics)
        return rows;
    MapProgress progress(numbers, "numbers");
    for (TensorRow& row : rows)
        if (row.tensor.info.dtype != Dtype::Unread)
            row.statistics =
                statisticsOf(file, row.tensor.name, [&](std::int64_t some) { progress.advance(double(some)); });
    return rows;
}

void printTensorTable(const std::vector<TensorRow>& rows) {
    const bool withStatistics =
        std::any_of(rows.begin(), rows.end(), [](const TensorRow& row) { return row.statistics.has_value(); });
    std::vector<std::vector<std::string>> cells = {{"tensor", "shape", "type", "size"}};
    std::vector<std::size_t> right = {3};
    if (withStatistics) {
        cells[0].insert(cells[0].end(), {"norm", "mean", "deviation", "minimum", "maximum", "not finite"});
        right.insert(right.end(), {4, 5, 6, 7, 8, 9});
    }
    for (const TensorRow& row : rows) {
        const ListedTensor& tensor = row.tensor;
        std::vector<std::string>& line = cells.emplace_back();
        line = {printable(tensor.name, longestTensorName), shapeText(tensor), dtypeName(tensor.info.dtype),
                tensor.bytes ? sizeText(double(*tensor.bytes)) : "—"};
        if (!withStatistics)
            continue;
        for (const double value : figuresOf(row.statistics.value_or(TensorStatistics())))
            line.push_back(shownFigure(value));
        line.push_back(row.statistics ? grouped(row.statistics->notFinite) : "—");
    }
    printText(table(cells, right) + "\n");
}

void printTensorCsv(const std::vector<TensorRow>& rows) {
    const bool withStatistics =
        std::any_of(rows.begin(), rows.end(), [](const TensorRow& row) { return row.statistics.has_value(); });
    std::vector<std::string> heading = {"tensor", "shape", "type", "numbers", "bytes"};
    if (withStatistics)
        heading.insert(heading.end(), {"norm", "mean", "deviation", "minimum", "maximum", "not_finite"});
    printData(csvRow(heading));
    for (const TensorRow& row : rows) {
        const ListedTensor& tensor = row.tensor;
        std::vector<std::string> line = {tensor.name, sizesOf(tensor, "x"), dtypeName(tensor.info.dtype),
                                         std::to_string(tensor.info.elements()),
                                         tensor.bytes ? std::to_string(*tensor.bytes) : ""};
        if (withStatistics) {
            for (const double value : figuresOf(row.statistics.value_or(TensorStatistics())))
                line.push_back(exactFigure(value));
            line.push_back(row.statistics ? std::to_string(row.statistics->notFinite) : "");
        }
        printData(csvRow(line));
    }
}

TensorJson tensorList(const std::vector<TensorRow>& rows) {
    TensorJson tensors = TensorJson::array();
    for (const TensorRow& row : rows) {
        const ListedTensor& tensor = row.tensor;
        TensorJson& entry = tensors.emplace_back(TensorJson{{"name", tensor.name},
                                                            {"shape", tensor.info.shape},
                                                            {"type", dtypeName(tensor.info.dtype)},
                                                            {"bytes", nullptr}});
        if (tensor.bytes)
            entry["bytes"] = *tensor.bytes;
        if (const auto& statistics = row.statistics) // JSON writes what is no number as null
            entry["statistics"] = {{"norm", statistics->norm},           {"mean", statistics->mean},
                                   {"deviation", statistics->deviation}, {"minimum", statistics->minimum},
                                   {"maximum", statistics->maximum},     {"not_finite", statistics->notFinite}};
    }
    return tensors;
}

void printComparisonTable(const std::vector<TensorDifference>& differences) {
    std::string counts;
    for (const TensorState state : tensorStates())
        if (const std::int64_t count = countOf(differences, state); count > 0)
            counts += (counts.empty() ? "" : ", ") + grouped(count) + " " + tensorStateName(state);
    printText("tensors: " + (counts.empty() ? "none" : counts) + "\n");
    std::vector<std::vector<std::string>> cells = {
        {"tensor", "state", "shape and type", "numbers changed", "largest difference", "relative"}};
    for (const TensorDifference& difference : differences) {
        if (difference.state == TensorState::Equal)
            continue;
        std::vector<std::string>& line = cells.emplace_back();
        line = {printable(difference.name(), longestTensorName), tensorStateName(difference.state),
                kindsText(difference)};
        if (difference.isCompared())
            line.insert(line.end(),
                        {grouped(difference.differing), brief(difference.largest), brief(difference.relative)});
        else
            line.insert(line.end(), 3, "—");
    }
    if (cells.size() > 1)
        printText("\n" + table(cells, {3, 4, 5}));
}

void printComparisonCsv(const std::vector<TensorDifference>& differences) {
    printData(
        csvRow({"tensor", "state", "shape", "type", "other_shape", "other_type", "differing", "largest", "relative"}));
    for (const TensorDifference& difference : differences) {
        std::vector<std::string> line = {difference.name(), tensorStateName(difference.state)};
        for (const auto& side : {difference.here, difference.there})
            line.insert(line.end(), {side ? sizesOf(*side, "x") : "", side ? dtypeName(side->info.dtype) : ""});
        if (difference.isCompared())
            line.insert(line.end(), {std::to_string(difference.differing), exactFigure(difference.largest),
                                     exactFigure(difference.relative)});
        else
            line.insert(line.end(), 3, "");
        printData(csvRow(line));
    }
}

TensorJson comparisonDocument(const std::vector<TensorDifference>& differences) {
    TensorJson counts, tensors = TensorJson::array();
    for (const TensorState state : tensorStates())
        counts[tensorStateName(state)] = countOf(differences, state);
    for (const TensorDifference& difference : differences) {
        TensorJson& entry =
            tensors.emplace_back(TensorJson{{"name", difference.name()}, {"state", tensorStateName(difference.state)}});
        const auto addSide = [&](const std::string& prefix, const std::optional<ListedTensor>& tensor) {
            entry[prefix + "shape"] = tensor ? TensorJson(tensor->info.shape) : TensorJson();
            entry[prefix + "type"] = tensor ? TensorJson(dtypeName(tensor->info.dtype)) : TensorJson();
        };
        addSide("", difference.here);
        addSide("other_", difference.there);
        if (!difference.isCompared())
            continue;
        entry["differing"] = difference.differing;
        entry["largest"] = difference.largest;
        entry["relative"] = difference.relative;
    }
    return {{"states", counts}, {"tensors", tensors}};
}

} // namespace headlight
