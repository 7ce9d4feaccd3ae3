#pragma once

#include "results/map_address.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// A pair of a map: its row and its column.
struct HeadCell {
    Index query = 0, key = 0;
    bool operator==(const HeadCell&) const = default;
};

/// What a user changes in one head of an open model.
struct HeadChange {
    double scale = 1;                ///< of the head's output; 0 switches it off
    std::optional<std::string> mask; ///< expression that replaces the head's own, as Mask::text() gives it
    std::vector<HeadCell> forbidden; ///< hidden whatever the mask says
    /// Factors on single features of the head's output, beside its scale; 1 is left out. Of a head whose features have
    /// maps of their own.
    std::map<Index, double> features = {};

    bool isNothing() const { return scale == 1 && !mask && forbidden.empty() && features.empty(); }
    bool operator==(const HeadChange&) const = default;
};

/// All changes of a model.
using Intervention = std::map<MapAddress, HeadChange>;

} // namespace headlight
