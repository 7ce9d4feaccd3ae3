#pragma once

#include "core/matrix.h"
#include "masks/mask.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// What a map shows. The first four are attention: weights of a softmax over the keys. The last two are numbers by
/// themselves and have the stage Weight only.
enum class MapKind {
    TokenToToken,
    SourceToToken, ///< one row: the sentence looks at its tokens
    BlockToBlock,  ///< of runs of tokens
    TokenToGroup,  ///< each token weighs several sources of information
    Gate,          ///< one row: how far a gate is open, 0 … 1
    Sensitivity    ///< how much what an encoder gives for the query changes with the key: no attention at all
};
enum class MapStage { Score, Masked, Weight };

bool isAttention(MapKind kind);
/// Whether a map has a row for each query, not just one.
bool hasQueries(MapKind kind);

/// "token-to-token", "source-to-token", "block-to-block", "token-to-group", "gate", "sensitivity"; "score", "masked",
/// "weight": the words of exported documents.
std::string nameOf(MapKind kind);
std::string nameOf(MapStage stage);

/// Which of a feature-wise map's numbers are kept for a pair of tokens.
struct FeatureChoice {
    enum class Kind { All, Mean, Maximum, Deviation, One };
    Kind kind = Kind::All;
    Index feature = 0; ///< Kind::One

    std::string text() const; ///< "mean of features", "feature 17", …
    /// The same for a mechanism of `count` features: one with fewer than `feature` shows its last.
    FeatureChoice within(Index count) const;
    bool operator==(const FeatureChoice&) const = default;
};

/// A recorded map of one sequence. Rows are queries, columns keys, both in the order of the tokens.
struct AttentionMap {
    int layer = 0, head = 0;
    MapKind kind = MapKind::TokenToToken;
    MapStage stage = MapStage::Weight;
    std::string label; ///< what the head is called in its mechanism: "forward", "head 3", "pooling"
    std::string mask;  ///< mask expression; empty where there is none
    Index queries = 0, keys = 0;
    std::vector<std::string> queryNames, keyNames; ///< of blocks and groups; empty: the tokens
    Index features = 1;                            ///< numbers kept per cell: 1, or all of a feature-wise map
    Index mechanismFeatures = 1;       ///< numbers the mechanism has per cell; 1 when it is not feature-wise
    FeatureChoice choice;              ///< how `features` came from `mechanismFeatures`
    std::vector<float> values;         ///< [queries × keys × features], row-major; scores also where hidden
    std::vector<std::uint8_t> visible; ///< [queries × keys]
    std::vector<float> standardErrors; ///< of values that are estimates, [queries × keys]; empty: they are exact

    float at(Index query, Index key, Index feature = 0) const {
        return values[std::size_t((query * keys + key) * features + feature)];
    }
    bool isVisible(Index query, Index key) const { return visible[std::size_t(query * keys + key)]; }
};

/// What the numbers are: a stage's name, or of a map that is no attention its kind's.
std::string valueNameOf(const AttentionMap& map);
/// "estimated, median standard error 3.1 %", relative to the values that are not 0; empty where they are exact.
std::string estimateNote(const AttentionMap& map);

/// Which keys a head's queries see, after replacements: the mask of its layout, less single forbidden cells.
class HeadMask {
public:
    struct Cell {
        Index query = 0, key = 0;
        bool operator==(const Cell&) const = default;
    };
    HeadMask(Mask mask, std::vector<Cell> forbidden = {}) : m_mask(mask), m_forbidden(std::move(forbidden)) {}

    std::string text() const { return m_mask.text(); }
    /// The same within blocks of `size` tokens.
    HeadMask inBlocks(Index size) const;
    bool visible(Index key, Index query) const { return m_mask.visible(key, query) && !isForbidden(key, query); }
    /// 0, a negative distance, or −infinity when hidden.
    Real bias(Index key, Index query) const;
    /// Mask::biasAt: for kernels that need it for a pair more than once.
    Real biasAt(Index distance) const { return m_mask.biasAt(distance); }
    /// The smallest interval known to hold every visible key.
    Mask::Interval visibleKeys(Index query, Index length) const { return m_mask.visibleKeys(query, length); }
    /// Every key of the interval is visible, with bias 0.
    bool isPlainInterval() const { return m_forbidden.empty() && m_mask.isPlainInterval(); }

private:
    bool isForbidden(Index key, Index query) const;
    Mask m_mask;
    std::vector<Cell> m_forbidden;
};

/// What a trace is to keep. Several requests may match one map; each then gives a map of its own.
struct TraceRequest {
    std::optional<int> layer, head; ///< all when absent
    bool scores = true;             ///< also the stages score and masked
    FeatureChoice features;
};

/// Collects the attention maps of one forward pass over one sequence. Layers hand over raw scores; masking and softmax
/// are done here, so that no kernel has to keep a map for the sake of being looked at.
class Trace {
public:
    explicit Trace(std::vector<TraceRequest> requests = {{}}) : m_requests(std::move(requests)) {}

    struct Source {
        int layer = 0, head = 0;
        MapKind kind = MapKind::TokenToToken;
        std::string label;
        Index queries = 0, keys = 0, features = 1;
        const HeadMask* mask = nullptr;                         ///< null: everything is visible
        std::function<bool(Index key, Index query)> hides = {}; ///< pairs that the mechanism itself hides, if any
        std::vector<std::string> queryNames = {}, keyNames = {};
        std::vector<float> standardErrors = {};                 ///< AttentionMap's
        std::function<Real(Index key, Index query)> fades = {}; ///< factors on the weights after the softmax, if any
    };
    /// Fills the scores of one query, [features × keys], also of hidden keys; before masks and biases. For a kind that
    /// is no attention, the numbers themselves.
    using ScoreRow = std::function<void(Index query, Matrix& score)>;
    void record(const Source& source, const ScoreRow& scoreRow);
    /// Whether any request is for that map.
    bool wants(int layer, int head) const;

    /// Is called after every query that a map has got: of a long text they take minutes.
    void onQuery(std::function<void()> tell) { m_tell = std::move(tell); }

    const std::vector<AttentionMap>& maps() const { return m_maps; }
    std::vector<AttentionMap> takeMaps() { return std::move(m_maps); }

private:
    void recordFor(const TraceRequest& request, const Source& source, const ScoreRow& scoreRow);
    std::vector<TraceRequest> m_requests;
    std::vector<AttentionMap> m_maps;
    std::function<void()> m_tell;
};

} // namespace headlight
