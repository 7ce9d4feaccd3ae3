#pragma once

#include "results/map_address.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// A pair of a map: its row and its column.
struct HeadCell {
    Index query = 0, key = 0;
    auto operator<=>(const HeadCell&) const = default;
};

/// A pair whose weight is given.
struct ForcedCell {
    Index query = 0, key = 0;
    double weight = 1; ///< 0 … 1
    bool operator==(const ForcedCell&) const = default;
};

/// What a user made of a cell.
enum class CellMark : std::uint8_t { None, Forbidden, Forced };

/// What a user changes in one head of an open model.
struct HeadChange {
    double scale = 1;                ///< of the head's output; 0 switches it off
    std::optional<std::string> mask; ///< expression that replaces the head's own, as Mask::text() gives it
    std::vector<HeadCell> forbidden; ///< hidden whatever the mask says
    /// Factors on single features of the head's output, beside its scale; 1 is left out. Of a head whose features have
    /// maps of their own.
    std::map<Index, double> features = {};
    /// Cells with weights of their own, in every feature, whatever mask, scores and forbidden cells say; the other keys
    /// that the query sees share the rest in proportion to their own weights. Of a query whose forced weights add up to
    /// more than 1, each is divided by their sum. Where a query sees nothing else, the rest goes nowhere. For
    /// inference.
    std::vector<ForcedCell> forced = {};

    CellMark markOf(const HeadCell& cell) const;
    /// A forced cell keeps its weight if it has one, else it gets 1.
    void mark(const HeadCell& cell, CellMark as);
    bool isNothing() const { return scale == 1 && !mask && forbidden.empty() && features.empty() && forced.empty(); }
    bool operator==(const HeadChange&) const = default;
};

/// All changes of a model.
using Intervention = std::map<MapAddress, HeadChange>;

} // namespace headlight
