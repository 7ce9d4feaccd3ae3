#pragma once

#include "results/map_address.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headlight {

/// A pair of a map: its row and its column, in the tokens of one of the sequences that a model reads.
struct HeadCell {
    Index query = 0, key = 0;
    int sequence = 0;
    auto operator<=>(const HeadCell&) const = default;
};

/// A pair whose weight is given.
struct ForcedCell {
    Index query = 0, key = 0;
    double weight = 1; ///< 0 … 1
    int sequence = 0;
    HeadCell place() const { return {query, key, sequence}; }
    bool operator==(const ForcedCell&) const = default;
};

/// Of the weight 1 of a query, what forced weights of this sum leave to its other keys: nothing is the least, for nine
/// weights of a ninth are more than 1 by a rounding.
inline double leftBy(double forced) {
    return forced < 1 ? 1 - forced : 0;
}

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

/// A token of one of the sequences that a model reads.
struct TokenPlace {
    int sequence = 0, token = 0;
    auto operator<=>(const TokenPlace&) const = default;
};

/// All changes of a model: of its heads, which are reached as those of a map, and which tokens it is not given.
struct Intervention {
    using Heads = std::map<MapAddress, HeadChange>;
    Heads heads = {};
    /// They stay in what is shown of a text, but are not read. Places that a text has not mean nothing.
    std::set<TokenPlace> leftOut = {};

    bool empty() const { return heads.empty() && leftOut.empty(); }
    bool operator==(const Intervention&) const = default;

    HeadChange& operator[](const MapAddress& head) { return heads[head]; }
    Heads::const_iterator find(const MapAddress& head) const { return heads.find(head); }
    Heads::const_iterator begin() const { return heads.begin(); }
    Heads::const_iterator end() const { return heads.end(); }
};

/// What a pass over one sequence alone needs: of the cells only those of the sequence, and there as of sequence 0.
Intervention ofSequence(Intervention changes, int sequence);

} // namespace headlight
