#pragma once

#include "results/map_address.h"
#include "results/map_stage.h"

#include <string>
#include <vector>

namespace headlight {

/// A head of an open model: everything that has maps of its own, gates too.
struct HeadInfo {
    MapAddress address;
    std::string label;       ///< what the mechanism calls it
    Index features = 1;      ///< numbers the mechanism has for a cell of its map
    Index groups = 1;        ///< MapPart::Groups: sources of information
    std::string mask;        ///< its own; empty: none can be put on it
    bool changeable = false; ///< it can be switched off and scaled
    Index longest = 0;       ///< tokens of the longest text of which there are maps; 0: any
    int sequence = -1;       ///< the only one whose queries it has maps of; −1: each that the model reads
    int keyHead = -1;        ///< number of the keys and values that heads of its layer share; −1: it has its own
    std::vector<MapStage> stages = stagesWith({}); ///< of its maps: Weight alone where it has no scores

    bool hasStages() const { return stages.size() > 1; }
    bool maskable() const { return !mask.empty(); }
    /// Single features of its output can be scaled, each of which has a map of its own.
    bool hasFeatures() const { return changeable && features > 1; }
    /// Cells of its map for so many tokens; at most so many for blocks.
    double cells(Index tokens) const {
        if (longest > 0 && tokens > longest)
            return 0;
        return double(tokens) * double(isOfPairs(address.part) ? tokens : groups);
    }
};

/// The other heads that look at the same keys and values, in order; none of a head that has its own.
std::vector<MapAddress> keySharersOf(const std::vector<HeadInfo>& heads, const HeadInfo& head);

/// The head at an address as a person writes it; null when there is none. A text that names no part means the first
/// part of its layer that has such a head.
const HeadInfo* headAt(const std::vector<HeadInfo>& heads, const std::string& text);
const HeadInfo* headAt(const std::vector<HeadInfo>& heads, const MapAddress& address);

} // namespace headlight
