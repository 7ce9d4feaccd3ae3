#pragma once

#include "attention/rotary.h"
#include "autodiff/activation.h"
#include "nn/norm.h"
#include "results/map_address.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// T5's bias by distance (Raffel et al. 2020): a number for each head and each of some ranges of distances, the same in
/// all layers. Half of the ranges are a distance each, the others grow with its logarithm up to `farthest`.
struct DistanceRanges {
    Index ranges = 32;
    Index farthest = 128; ///< this and greater distances share the last range
    bool bothWays = true; ///< half of them for keys behind the query; else only keys before it have ranges

    Index rangeOf(Index keyMinusQuery) const;
};

/// DeBERTa's positions (He et al. 2021): the content of a query or a key meets a vector of their distance, which goes
/// through maps as the tokens' own vectors do.
struct DisentangledPositions {
    Index span = 0;                           ///< the table has 2 · span entries, of distances −span … span − 1
    Index buckets = 0, farthest = 0;          ///< logarithmic ranges of distances (version 2); 0: a distance each
    bool queriesMeet = true, keysMeet = true; ///< "c2p", "p2c"
    bool mapBias = false;                     ///< the map that positions go through like keys has one
    bool sharedMaps = false;                  ///< the tokens' own maps of queries and keys serve for positions, too
    bool normalised = false;                  ///< the table's vectors are

    /// The table's entry for key − query.
    Index entryOf(Index keyMinusQuery) const;
};

/// DeBERTa's convolution (version 2): over what enters the first layer, added to what that layer makes of it.
struct LayerConvolution {
    Index window = 3; ///< tokens, an odd number
    Activation activation = Activation::Tanh;
};

/// What one layer sees.
struct LayerSight {
    std::string mask = "all"; ///< of each head of its self attention (Mask), beside StackShape::causal
    int rotary = -1;          ///< which of StackShape::rotaries turns its queries and keys; −1: none
    double factor = 0;        ///< DotProductOptions; 0: StackShape's
};

/// A stack of a published Transformer's layers: everything that says what it computes, as plain values. What its
/// parameters are called is `models/published/stack.h`'s matter.
struct StackShape {
    /// Where normalisations stand around a part, self attention, cross attention or feed-forward.
    enum class Order {
        Post,    ///< norm(x + part(x))
        Pre,     ///< x + part(norm(x))
        Around,  ///< x + after(part(norm(x)))
        Parallel ///< x + attention(norm(x)) + feedForward(otherNorm(x))
    };

    Stack stack = Stack::Encoder;
    Index layers = 0, width = 0;
    Index parameterSets = 0; ///< so many runs of neighbouring layers share their parameters (ALBERT); 0: none do
    Order order = Order::Post;
    NormOptions norm = {};
    bool firstNorm = true;   ///< false: layer 0 has none before its attention
    bool finalNorm = false;  ///< behind the last layer
    bool layerScale = false; ///< what a part gives is multiplied by a vector before it is added

    Index heads = 0, headWidth = 0;
    Index keyHeads = 0;             ///< heads of keys and values, a divisor of `heads`
    double factor = 0, softCap = 0; ///< DotProductOptions
    bool queryBias = true, keyBias = true, valueBias = true, outputBias = true;
    std::optional<NormOptions> headNorm = {}; ///< of each head's queries and of its keys
    std::vector<LayerSight> sights = {};      ///< one for each layer
    std::vector<Rotary> rotaries = {};
    std::optional<DistanceRanges> distances = {};
    std::optional<DisentangledPositions> disentangled = {};
    std::optional<LayerConvolution> convolution = {}; ///< normalised as the layers are
    bool causal = false;                              ///< no token sees a later one
    bool crosses = false;                             ///< a decoder that looks at an encoder

    Index inner = 0; ///< features inside a feed-forward part; 0: there are no such parts
    Activation activation = Activation::Gelu;
    bool gated = false; ///< activation(gate x) ⊙ (in x) in place of activation(in x)
    bool innerBias = true, feedOutputBias = true;
};

} // namespace headlight
