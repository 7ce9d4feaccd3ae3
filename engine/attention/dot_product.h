#pragma once

#include "attention/tiles.h"
#include "autodiff/ops_affine.h"
#include "core/choice.h"

#include <limits>

namespace headlight {

/// The heads whose keys and values the queries of a head see: `heads` neighbouring ones, itself in the middle (CSAN's
/// two-dimensional area, REFERENCE §1.7). One softmax runs over the keys of all of them.
struct HeadArea {
    /// What stands in for a neighbour that the first and the last heads do not have.
    enum class Border {
        Truncate,  ///< nothing: the area is smaller there
        Circular,  ///< the heads at the other end
        Replicate, ///< the outermost head once more
        Released   ///< keys as in Circular, values as in Replicate: what the released code computes
    };
    Index heads = 1; ///< odd; 1: a head sees its own keys only
    Border border = Border::Truncate;

    struct Neighbour {
        Index key, value; ///< the heads that keys and values are taken from
    };
    Index count(Index head, Index ofHeads) const;
    Neighbour neighbour(Index head, Index ofHeads, Index number) const; ///< 0 ≤ number < count()
};

/// "truncate", "circular", "replicate", "released".
const ChoiceNames<HeadArea::Border>& borderNames();

/// Attention falls off with the distance of the key i from a centre, as the bell e^E with
/// E = −(i − centre)² / (2 deviation²) (REFERENCE §1.8).
struct GaussianBias {
    /// What the bell multiplies.
    enum class Place {
        Scores, ///< the softmax's numerators, as E joins the scores: weights still sum to 1 (Yang et al. 2018)
        Weights ///< the weights after the softmax, which then sum to less (Luong et al. 2015)
    };
    Var deviation; ///< in tokens, not 0: [heads × queries], or [heads × 1] for all queries; empty: there is no bias
    Var centre;    ///< [heads × queries], a position among the keys; empty: every query's own
    Real reach = std::numeric_limits<Real>::infinity(); ///< keys farther from the centre are hidden
    Place place = Place::Scores;
};

/// What belongs to the distance of a key from the query. Of n columns column c belongs to key − query = c − ⌊n / 2⌋;
/// greater distances share the outermost columns. Shaw et al. have 2K + 1, CSAN's released code 2K. Each may be empty.
struct RelativePositions {
    Var key; ///< [d × n], shared by the heads, or [heads·d × n]: added to the key (Shaw et al. 2018; REFERENCE §1.8)
    Var value; ///< [d_v × n], shared: added to the value
    /// [heads·d × n]: the score has its product with the key, too (He et al. 2021, "position to content").
    Var query = {};
    Var bias = {}; ///< [heads × n], joins the score as it is (Raffel et al. 2020)

    explicit operator bool() const { return key || value || query || bias; }
};

/// How the heads of a dot-product attention are cut and masked, and what joins the dot product in its scores.
struct DotProductOptions {
    Index heads = 1;
    HeadMasks masks;            ///< one per head; with an area they say which tokens the head's queries see
    Dropout weightDropout = {}; ///< on the weights after softmax
    HeadArea area = {};         ///< a bias or relative positions go with an area of one head only
    GaussianBias gaussian = {};
    RelativePositions relative = {};
    Real factor = 0;  ///< of the dot products, those with positions too; 0: 1/√d
    Real softCap = 0; ///< scores, before masks, are cap · tanh(score / cap) (Gemma 2); 0: they are as they are
};

/// Scaled dot-product attention (Vaswani et al.; REFERENCE §1.1): per head c and sequence
/// H_j = Σ_i softmax_i( ⟨k_i, q_j⟩ / √d + M_ij ) v_i.
///
/// query [heads·d × queries], key [heads·d × keys], value [heads·d_v × keys] → [heads·d_v × queries], all sequences
/// side by side. Keys and values may have fewer heads, a divisor: neighbouring heads of the queries share one (Ainslie
/// et al. 2023). Queries and keys are the same tokens (a layout converts to both), those of two sequences (cross
/// attention), or the last tokens and all (keys and values of the others come from a cache). A query that sees nothing
/// gets zeros.
///
/// Streams over tiles of queries, whose height follows what a query sees: a window of w keys costs about
/// 2·n·w·d a head, forward and again in backward, which recomputes the weights from one number per query and head.
Var dotProductAttention(Var query, Var key, Var value, const AttentionLayouts& layouts,
                        const DotProductOptions& options);

/// The same by definition, all pairs at once, every pair with its mask. Without bias and relative positions.
Var dotProductAttentionReference(Var query, Var key, Var value, const AttentionLayouts& layouts,
                                 const DotProductOptions& options);

/// How the maps of an attention are called that a layer has beside that of its tokens.
struct DotProductMaps {
    std::string prefix = {};              ///< of the labels: "blocks of " for "blocks of head 0", …
    std::vector<std::string> names = {};  ///< of queries and keys; empty: the tokens
    std::vector<RotaryPlane> planes = {}; ///< in which their features were turned
};

/// Records what the map of every head is made of, "head 0", "head 1", … from the address `first` on. With an area, the
/// score of a pair of tokens is log Σ e^score over the area's heads: its softmax is the sum of the pair's weights, and
/// there are no vectors that it comes of. The layouts have one sequence.
void recordDotProduct(Trace& trace, const MapAddress& first, Var query, Var key, Var value,
                      const AttentionLayouts& layouts, const DotProductOptions& options,
                      const DotProductMaps& maps = {});

/// std::invalid_argument when shapes and options do not fit together.
void checkDotProduct(Var query, Var key, Var value, const AttentionLayouts& layouts, const DotProductOptions& options);

} // namespace headlight
