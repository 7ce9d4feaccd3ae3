#pragma once

#include "autodiff/ops_dropout.h"
#include "encoders/transformer/options.h"
#include "nn/layer_norm.h"

namespace headlight {

/// Of layer normalisations in a stack, as in the released code.
constexpr double layerNormEpsilon = 1e-6;

/// The residual connection around a part of a Transformer's layer, with the part's normalisation before it or behind
/// (TransformerOptions::Norm).
class Residual {
public:
    /// `options` with a keep probability for every place.
    explicit Residual(const TransformerOptions& options)
        : m_pre(options.norm == TransformerOptions::Norm::Pre), m_keep(options.residualKeep) {}

    /// x [features × tokens]; `part` gives as many numbers of as many.
    template <class Part>
    Var around(Context& context, Var x, const LayerNorm& norm, Part part) const {
        const Tape::Section section(context.tape());
        const Var y = part(m_pre ? norm.forward(context, x) : x);
        const Var sum = addDropped(x, y, context.dropout(m_keep));
        return section.leave(m_pre ? sum : norm.forward(context, sum));
    }

private:
    bool m_pre;
    double m_keep;
};

/// The feed-forward part of a layer, with its residual connection: each token by itself (Vaswani et al. 2017, §3.3).
class FeedForward {
public:
    /// `options` with a keep probability for every place; parameters within the layer's `builder`.
    FeedForward(const TransformerOptions& options, const Builder& builder)
        : m_residual(options), m_keep(options.feedForwardKeep), m_activation(options.activation),
          m_inner(builder.part("feed_forward").part("inner"), options.features, options.feedForward),
          m_outer(builder.part("feed_forward").part("outer"), options.feedForward, options.features),
          m_norm(builder.part("feed_forward_norm"), options.features, layerNormEpsilon) {}

    /// [features × tokens] → [features × tokens].
    Var forward(Context& context, Var x) const {
        return m_residual.around(context, x, m_norm, [&](Var y) {
            return m_outer.forward(context, m_inner.forward(context, y, 1, m_activation), m_keep);
        });
    }

private:
    Residual m_residual;
    double m_keep;
    Activation m_activation;
    Linear m_inner, m_outer;
    LayerNorm m_norm;
};

} // namespace headlight
