#include "models/given/given_scan.h"

#include "core/error.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace headlight {

namespace {

constexpr double sumTolerance = 4e-3;
constexpr std::int64_t scanNumbers = 65'536; ///< that are read at a time

std::string rowPlace(const GivenMap& map, std::int64_t query) {
    std::string text = map.address.stack == Stack::Decoder ? "decoder layer " : "layer ";
    text += std::to_string(map.address.layer) + ", ";
    if (map.address.part != MapPart::Self)
        text += partName(map.address.part) + " ";
    return text + "head " + std::to_string(map.address.head) + ", row " + std::to_string(query);
}

/// What is known of the numbers that have no kind yet.
struct GivenFindings {
    bool isWeighed = false;     ///< a row adds up to 1
    bool hides = false;         ///< a number is one of hidden scores
    std::string noWeights = {}; ///< of the first row that is none of weights, what it is
};

void lookAtRow(const GivenMap& map, std::int64_t query, const float* numbers, GivenFindings& findings) {
    double sum = 0;
    bool areShares = true, isEmpty = true;
    for (std::int64_t key = 0; key < map.keys; ++key) {
        findings.hides = findings.hides || numbers[key] <= lowestGivenScore;
        if (std::isinf(numbers[key]))
            continue;
        sum += double(numbers[key]);
        isEmpty = isEmpty && numbers[key] == 0;
        areShares = areShares && numbers[key] >= -1e-3F && numbers[key] <= 1.01F;
    }
    if (areShares && std::abs(sum - 1) <= sumTolerance)
        findings.isWeighed = true;
    else if (!isEmpty && findings.noWeights.empty()) { // a query that sees nothing may have no weights
        char text[32];
        std::snprintf(text, sizeof text, "%.4g", sum);
        findings.noWeights = rowPlace(map, query) + (areShares ? std::string(" adds up to ") + text
                                                               : std::string(" has numbers below 0 or above 1"));
    }
}

void refuseNoNumbers(const GivenMap& map, std::int64_t query, const float* numbers) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    for (std::int64_t k = 0; k < map.keys * map.features; ++k)
        if (!(numbers[k] < infinity)) // NaN is not less either
            throw Error(map.numbers->where + ": " + rowPlace(map, query) + ", column " +
                        std::to_string(k / map.features) + ": " + (std::isnan(numbers[k]) ? "NaN" : "infinity") +
                        " stands there; write -inf where a score is hidden, 0 where a weight is");
}

/// Calls visit for each row of `width` numbers from `first` on.
template <class Visit>
void forEachRowOf(const GivenArray& array, std::uint64_t first, std::int64_t rows, std::int64_t width, Visit visit) {
    const std::int64_t tile = std::clamp<std::int64_t>(scanNumbers / width, 1, rows);
    std::vector<float> numbers(std::size_t(tile * width));
    for (std::int64_t row = 0; row < rows; row += tile) {
        const std::int64_t some = std::min(tile, rows - row);
        array.read(first + std::uint64_t(row * width), std::uint64_t(some * width), numbers.data());
        for (std::int64_t k = 0; k < some; ++k)
            visit(row + k, numbers.data() + k * width);
    }
}

void lookAtVisible(GivenMap& map) {
    const auto look = [&](std::int64_t query, const float* flags) {
        for (std::int64_t key = 0; key < map.keys; ++key) {
            if (flags[key] != 0 && flags[key] != 1)
                throw Error(map.visible->where + ": " + rowPlace(map, query) + ", column " + std::to_string(key) +
                            ": expected 1 (true) or 0 (false)");
            map.hides = map.hides || (flags[key] == 0) != map.areHidden;
        }
    };
    if (map.visible)
        forEachRowOf(*map.visible, map.firstVisible, map.isForEachQuery ? map.queries : 1, map.keys, look);
}

void lookAtMap(GivenMap& map, GivenFindings& findings) {
    float lowest = 0;
    forEachRowOf(*map.numbers, map.first, map.queries, map.keys * map.features,
                 [&](std::int64_t query, const float* numbers) {
                     refuseNoNumbers(map, query, numbers);
                     lowest = std::min(lowest, *std::min_element(numbers, numbers + map.keys * map.features));
                     if (!map.kind)
                         lookAtRow(map, query, numbers, findings);
                 });
    map.hides = lowest <= lowestGivenScore;
    lookAtVisible(map);
}

} // namespace

std::string lookAtNumbers(std::vector<GivenText>& texts, bool areScores) {
    GivenFindings findings;
    for (GivenText& text : texts)
        for (GivenMap& map : text.maps)
            lookAtMap(map, findings);
    const bool areWeights = findings.noWeights.empty() && findings.isWeighed;
    const GivenKind kind = areWeights                    ? GivenKind::Weights
                           : areScores || findings.hides ? GivenKind::Scores
                                                         : GivenKind::Numbers;
    bool any = false;
    for (GivenText& text : texts)
        for (GivenMap& map : text.maps)
            if (!map.kind) {
                map.kind = kind;
                any = true;
            }
    if (!any || areWeights)
        return {};
    if (kind == GivenKind::Scores)
        return "The file has scores: weights are their softmax.";
    return "The file's numbers are no weights, and are shown as they are: " +
           (findings.noWeights.empty() ? "all are 0" : findings.noWeights) + ".";
}

void readGivenRows(const GivenMap& map, std::int64_t query, std::int64_t queries, float* out) {
    const std::int64_t width = map.keys * map.features;
    map.numbers->read(map.first + std::uint64_t(query * width), std::uint64_t(queries * width), out);
}

bool hidesByNumber(const GivenMap& map, float number) {
    return map.kind == GivenKind::Scores ? number <= lowestGivenScore
                                         : number == -std::numeric_limits<float>::infinity();
}

std::vector<bool> hiddenCells(const GivenMap& map, const Check& check) {
    std::vector<bool> hidden(std::size_t(map.queries * map.keys));
    if (!map.hides)
        return hidden;
    std::vector<float> flags(map.visible ? std::size_t(map.keys) : 0);
    forEachRowOf(*map.numbers, map.first, map.queries, map.keys * map.features,
                 [&](std::int64_t query, const float* numbers) {
                     if (map.visible && (query == 0 || map.isForEachQuery))
                         map.visible->read(map.firstVisible + std::uint64_t(query * map.keys), std::uint64_t(map.keys),
                                           flags.data());
                     for (std::int64_t key = 0; key < map.keys; ++key)
                         hidden[std::size_t(query * map.keys + key)] =
                             hidesByNumber(map, numbers[key * map.features]) ||
                             (map.visible && (flags[std::size_t(key)] == 0) != map.areHidden);
                     if (check)
                         check();
                 });
    return hidden;
}

} // namespace headlight
