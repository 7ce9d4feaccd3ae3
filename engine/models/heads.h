#pragma once

#include "models/sentence_classifier.h"

#include <string>
#include <vector>

namespace headlight {

/// A head of an open model: everything that has maps of its own, gates too.
struct HeadInfo {
    int layer = 0, head = 0;
    MapKind kind = MapKind::TokenToToken;
    std::string label;       ///< what the mechanism calls it
    Index features = 1;      ///< numbers the mechanism has for a cell of its map
    Index groups = 1;        ///< MapKind::TokenToGroup: sources of information
    std::string mask;        ///< its own; empty: none can be put on it
    bool changeable = false; ///< it can be switched off and scaled

    bool maskable() const { return !mask.empty(); }
    /// Whether its map grows with the square of the sentence.
    bool ofPairs() const;
    /// Cells of its map for so many tokens; at most so many for blocks.
    double cells(Index tokens) const;
};

/// All heads by layer and head: found by a pass over one token, so that no mechanism has to be named here. Those of the
/// encoder's attention can be changed; what only shows what happens (the sentence pooling, gates, attention between
/// blocks, sensitivities) can not.
std::vector<HeadInfo> headsOf(const SentenceClassifier& model);

} // namespace headlight
