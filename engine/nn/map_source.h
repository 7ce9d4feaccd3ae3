#pragma once

#include "masks/head_mask.h"
#include "results/attention_map.h"
#include "results/head_statistics.h"
#include "results/head_vectors.h"
#include "results/token.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headlight {

/// What a source's numbers are. Of given ones, which a file has and nothing computes, no scores can be told.
enum class MapNumbers {
    Scores,       ///< before masks and biases; what is no attention is shown as it is
    MaskedScores, ///< given: of hidden keys there are none
    Weights,      ///< given: they are shown as they are, in the stage Weight only
    Any           ///< the same, but they are no shares: there are no statistics of how the head attends
};

/// What the maps of one head are made of: kept when a pass is over, and enough to make any of them when it is asked
/// for. Masking, softmax and the reduction over features happen here, so no mechanism does them by itself. It owns
/// what it needs; making maps is safe from several threads at once.
struct MapSource {
    MapAddress address;
    std::string label;                                       ///< what the mechanism calls the head
    Index queries = 0, keys = 0, features = 1;               ///< features: numbers for a pair
    Index queryOffset = 0;                                   ///< AttentionMap's
    std::optional<HeadMask> mask = {};                       ///< none: everything is visible
    std::string maskName = {};                               ///< where `hides` has what a mask hides: that mask
    std::vector<std::string> queryNames = {}, keyNames = {}; ///< of blocks and groups; empty: the tokens
    std::vector<float> standardErrors = {};                  ///< AttentionMap's
    int querySequence = 0, keySequence = 0;
    MapNumbers numbers = MapNumbers::Scores;

    /// Fills the scores of neighbouring queries, [features·keys × queries], also of hidden keys; before masks and
    /// biases. For what is no attention, the numbers themselves.
    using Fill = std::function<void(Index query, Index queries, Matrix& scores)>;
    Fill scores = {};
    /// The same of what the scores are the sum of, before a cap; empty where they are no sum, or it is not known.
    std::map<MapStage, Fill> parts = {};
    /// What its scores and results are made of; empty where they are no products of queries and keys.
    std::function<HeadVectors()> vectors = {};
    /// Pairs that the mechanism itself hides, if any.
    std::function<bool(Index key, Index query)> hides = {};
    /// Factors on the weights after the softmax, if any.
    std::function<Real(Index key, Index query)> fades = {};
};

/// Which stages its maps have.
std::vector<MapStage> stagesOf(const MapSource& source);

/// Neighbouring rows and columns of a map whose axes are tokens. Its numbers are those of the whole map, to the bit:
/// the softmax is over all keys.
struct MapBlock {
    Index firstQuery = 0, queries = 0, firstKey = 0, keys = 0;
};

/// One query's numbers of a stage: [keys × features], and which keys it sees.
struct MapRow {
    Index query = 0; ///< row of the map, or of the block
    std::span<const float> values;
    std::span<const std::uint8_t> visible; ///< [keys]
};

/// Whether the query sees the key, as its maps say.
bool sees(const MapSource& source, Index query, Index key);

/// Calls visit(row) for every query, in order. All features of a pair, or what `choice` makes of them; for what is no
/// attention the numbers themselves, whatever the stage. `check` is called after each and may throw.
void forEachQuery(const MapSource& source, MapStage stage, const FeatureChoice& choice,
                  const std::function<void(const MapRow&)>& visit, const std::function<void()>& check = {},
                  const std::optional<MapBlock>& block = {});

/// The whole map, or the block. Of what is no attention that of the stage Weight.
AttentionMap mapOf(const MapSource& source, MapStage stage, const FeatureChoice& choice,
                   const std::function<void()>& check = {}, const std::optional<MapBlock>& block = {});

/// One row of the map, or of the block, [keys × features].
std::vector<float> rowOf(const MapSource& source, MapStage stage, const FeatureChoice& choice, Index query,
                         const std::optional<MapBlock>& block = {});

/// One number a cell: of all features, their mean. A map of at most `size` rows and columns is whole. `tokens` are the
/// sequence whose tokens the keys are, if they are tokens; without it there are no scores of first and separator.
Glance glanceAt(const MapSource& source, MapStage stage, FeatureChoice choice, Index size,
                const std::function<void()>& check = {}, const std::optional<MapBlock>& block = {},
                const Sequence* tokens = nullptr);

} // namespace headlight
