#pragma once

#include "results/intervention.h"
#include "results/joined_texts.h"
#include "results/map_address.h"
#include "results/map_stage.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Which of a feature-wise map's numbers are kept for a pair of tokens.
struct FeatureChoice {
    enum class Kind { All, Mean, Maximum, Deviation, One, Group };
    Kind kind = Kind::All;
    Index feature = 0;             ///< Kind::One
    std::vector<Index> group = {}; ///< Kind::Group: the mean of these, ascending

    std::string text() const; ///< "mean of features", "feature 17", "mean of features 2, 5–9", …
    /// The same for a mechanism of `count` features: one with fewer than `feature` shows its last, and one that has
    /// none of the group the mean of all.
    FeatureChoice within(Index count) const;
    bool operator==(const FeatureChoice&) const = default;
};

inline const FeatureChoice meanOfFeatures{FeatureChoice::Kind::Mean, 0};

/// "2, 5–9, 17" of ascending numbers.
std::string rangesText(const std::vector<Index>& numbers);

/// Which map is wanted: the head, whose queries, and which of its numbers.
struct MapRequest {
    MapAddress address = {};
    int sequence = 0; ///< of the queries, among those that the model read
    MapStage stage = MapStage::Weight;
    FeatureChoice features = meanOfFeatures;
    std::optional<TextPair> between = {}; ///< of a sequence of several texts, the part that is wanted; none: all
    bool operator==(const MapRequest&) const = default;
};

/// The numbers of one head. Rows are queries, columns keys, both in the order of the tokens. Of a part between texts
/// they are those of the whole map: its weights don't add up to 1, what is missing went to the other texts.
struct AttentionMap {
    MapAddress address;
    MapStage stage = MapStage::Weight;
    std::vector<MapStage> stages = stagesWith({}); ///< that the head has; one: of weights only, and of no attention
    std::string label; ///< what the head is called in its mechanism: "forward", "head 3", "pooling"
    std::string mask;  ///< mask expression; empty where there is none
    /// Of several heads: what they became one by, "mean of heads 0.0–0.3" (analysis/combined_map.h); `address` is then
    /// the first of them. Empty: of one head.
    std::string combination;
    int querySequence = 0, keySequence = 0; ///< whose tokens rows and columns are
    Index queries = 0, keys = 0;
    std::optional<TextPair> between;    ///< the part of the map that this is; none: all of it
    Index firstQuery = 0, firstKey = 0; ///< positions of the first row and column among the tokens: above 0 of a part
    /// Position of the first query among the keys: above 0 for the last tokens of a sequence, below 0 where the keys
    /// begin behind it.
    Index queryOffset = 0;
    std::vector<std::string> queryNames, keyNames; ///< of blocks and groups; empty: the tokens
    Index features = 1;                            ///< numbers kept per cell: 1, or all of a feature-wise map
    Index mechanismFeatures = 1;       ///< numbers the mechanism has per cell; 1 when it is not feature-wise
    FeatureChoice choice;              ///< how `features` came from `mechanismFeatures`
    std::vector<float> values;         ///< [queries × keys × features], row-major; scores also where hidden
    std::vector<std::uint8_t> visible; ///< [queries × keys]
    std::vector<CellMark> marks;       ///< [queries × keys]; empty: the user changed no cell
    std::vector<float> standardErrors; ///< of values that are estimates, [queries × keys]; empty: they are exact

    float at(Index query, Index key, Index feature = 0) const {
        return values[std::size_t((query * keys + key) * features + feature)];
    }
    CellMark markAt(Index query, Index key) const {
        return marks.empty() ? CellMark::None : marks[std::size_t(query * keys + key)];
    }
    bool hasStages() const { return stages.size() > 1; }
    bool isVisible(Index query, Index key) const { return visible[std::size_t(query * keys + key)]; }
};

/// What the numbers are: a stage's name, or of a map that is no attention its kind's.
std::string valueNameOf(const AttentionMap& map);
/// "estimated, median standard error 3.1 %", relative to the values that are not 0; empty where they are exact.
std::string estimateNote(const AttentionMap& map);

} // namespace headlight
