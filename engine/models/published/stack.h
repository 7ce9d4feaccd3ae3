#pragma once

#include "encoders/transformer/decoder_cache.h"
#include "models/published/attention.h"
#include "nn/convolution.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace headlight {

/// The feed-forward part of a layer: "in", where it is gated "gate", and "out".
class PublishedFeedForward {
public:
    PublishedFeedForward(const Builder& builder, const StackShape& shape);
    Var forward(Context& context, Var x) const; ///< [width × tokens] → [width × tokens]

private:
    Activation m_activation;
    Linear m_in, m_out;
    std::optional<Linear> m_gate;
};

/// A part of a layer within its norms and its residual connection.
class PublishedResidual {
public:
    /// Parameters "NAME_norm", "NAME_after" and "NAME_scale" within `builder`, as the shape has them.
    PublishedResidual(const Builder& builder, const StackShape& shape, const std::string& name, bool norm = true);

    Var before(Context& context, Var x) const; ///< what the part is given
    Var after(Context& context, Var x, Var part) const;

private:
    StackShape::Order m_order;
    std::optional<Norm> m_norm, m_after;
    Parameter* m_scale = nullptr;
};

/// One layer: self attention ("self"), cross attention ("cross"), feed-forward ("feed"), as the shape has them.
class PublishedLayer {
public:
    using Seen = PublishedAttention::Seen;
    /// What a layer's attentions look at.
    struct Surroundings {
        const PassPositions& positions;
        const AttentionLayouts& self;
        /// Of what the self attention reads of the new tokens, all that it sees: with a cache, those before as well.
        std::function<Seen(const Seen&)> withEarlier;
        const AttentionLayouts* cross = nullptr;
        Seen source = {}; ///< of the cross attention
    };

    PublishedLayer(const Builder& builder, const StackShape& shape, Index number);

    /// x [width × tokens] → [width × tokens].
    Var forward(Context& context, Var x, const Surroundings& around) const;
    Seen readSource(Context& context, Var encoded, const PassPositions& positions) const {
        return m_cross->read(context, encoded, positions);
    }
    std::vector<std::string> headMasks(MapPart part) const {
        return part == MapPart::Cross ? m_cross->headMasks() : m_self.headMasks();
    }

    /// Of its self attention.
    std::vector<MapStage> scoreParts() const { return m_self.parts(); }

private:
    StackShape::Order m_order;
    PublishedResidual m_selfResidual;
    PublishedAttention m_self;
    std::optional<PublishedResidual> m_crossResidual;
    std::optional<PublishedAttention> m_cross;
    std::optional<PublishedResidual> m_feedResidual;
    std::optional<PublishedFeedForward> m_feed;
};

/// All layers of a stack. Parameters are called "0.self.query.weight", …, "convolution.weight",
/// "convolution_norm.gain", …, "final_norm.gain" within the builder.
class PublishedStack {
public:
    PublishedStack(const Builder& builder, const StackShape& shape);

    const StackShape& shape() const { return m_shape; }
    /// What the last layer makes of x [width × tokens], and what the final norm makes of that.
    struct Result {
        Var unnormed, last; ///< [width × tokens]
    };
    /// Is told each layer's result [width × tokens], which a pass without gradients lets go of behind the next layer.
    using TellLayer = std::function<void(int layer, Var result)>;
    /// A pass over whole sequences, those of the context's layout.
    Result forward(Context& context, Var x, const TellLayer& tell = {}) const;
    /// The same of a stack that looks at an encoder's result `encoded` for `sources`, which must live until backward.
    Result forward(Context& context, Var x, Var encoded, const Layout& sources, const TellLayer& tell = {}) const;

    /// Nothing read yet: a sequence for each of the context's, which are the sources of `encoded` where the stack
    /// looks at an encoder's result.
    DecoderCache start(Context& context, Var encoded = {}) const;
    /// forward() for the next tokens of the cache's sequences, where the context's layout is the cache's next(). They
    /// are in the cache then. For inference.
    Result step(Context& context, Var x, DecoderCache& cache) const;

    /// What the final norm makes of any layer's result.
    Var normed(Context& context, Var x) const { return m_finalNorm ? m_finalNorm->forward(context, x) : x; }

    std::vector<std::string> headMasks(int layer, MapPart part) const { return layerOf(layer).headMasks(part); }
    /// Which parts the scores of a layer's self attention are the sum of.
    std::vector<MapStage> scoreParts(int layer) const { return layerOf(layer).scoreParts(); }

private:
    const PublishedLayer& layerOf(int number) const {
        return *m_layers[std::size_t(number) * m_layers.size() / std::size_t(m_shape.layers)];
    }
    using Surroundings = PublishedLayer::Surroundings;
    /// Calls around(layer) for what each layer sees.
    template <class Around>
    Result run(Context& context, Var x, const TellLayer& tell, Around around) const;

    StackShape m_shape;
    StackPositions m_positions;
    std::vector<std::unique_ptr<const PublishedLayer>> m_layers;
    std::optional<Convolution> m_convolution;
    std::optional<Norm> m_convolutionNorm;
    std::optional<Norm> m_finalNorm;
};

} // namespace headlight
