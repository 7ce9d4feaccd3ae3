#pragma once

#include "results/map_address.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Several heads that are seen as one map.
struct HeadCombination {
    enum class Kind {
        Mean,    ///< of the heads' weights
        Maximum, ///< the largest of them, cell by cell
        Rollout  ///< what reaches a token through all layers (Abnar & Zuidema 2020)
    };
    Kind kind = Kind::Mean;
    std::vector<MapAddress> heads; ///< ascending

    /// Says exactly what it is, among all heads of the sequence: "mean of heads 0.0, 0.2–0.3", "maximum of heads 0–11
    /// of layers 0–11", "rollout of layers 0–11", "rollout of layers 0–1, heads 0.0, 1.2".
    std::string text(const std::vector<MapAddress>& all) const;
    bool operator==(const HeadCombination&) const = default;
};

std::string nameOf(HeadCombination::Kind kind); ///< "mean", "max", "rollout": the words of commands and documents
/// The way back; none for a word that nameOf() never gives.
std::optional<HeadCombination::Kind> combinationNamed(std::string_view name);

} // namespace headlight
