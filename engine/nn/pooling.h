#pragma once

#include "nn/linear.h"
#include "nn/pooling_kind.h"

#include <variant>

namespace headlight {

/// Source2token self-attention as sentence pooling (DiSAN §3.3, REFERENCE §1.3):
/// S = W₂ φ(W₁ x + b₁) + b₂, weights = softmax over the tokens feature by feature, s = Σ_i P_i ⊙ x_i.
/// Dropout on the input of both layers; the pooled values are not dropped. 2D² + 2D parameters.
class SourceToTokenPooling {
public:
    SourceToTokenPooling(const Builder& builder, Index width, Activation activation, double keep);

    /// x [width × tokens] → [width × sequences]. Recorded as a source-to-token map of a layer of its own.
    Var forward(Context& context, Var x) const;

private:
    Linear m_inner, m_outer;
    Activation m_activation;
    double m_keep;
};

/// Attention without a query, one weight per token: e_i = wᵀ φ(W x_i + b) (REFERENCE §1.2, "vanilla"). D² + 2D
/// parameters. w takes no part in the L2 penalty.
class AdditivePooling {
public:
    AdditivePooling(const Builder& builder, Index width, Activation activation, double keep);

    Var forward(Context& context, Var x) const; ///< as SourceToTokenPooling

private:
    Linear m_inner, m_outer;
    Activation m_activation;
    double m_keep;
};

/// Several attentions without a query, one weight a token and head: scores [heads × tokens] and x [features × tokens]
/// → [heads·features × sequences]. An attention layer of its own: its heads are recorded as source-to-token maps, and a
/// user can switch them off.
Var poolByHeads(Context& context, Var score, Var x);

/// Any of these. x [width × tokens] → [width × sequences].
class SentencePooling {
public:
    SentencePooling(const Builder& builder, Pooling pooling, Index width, Activation activation, double keep);

    Var forward(Context& context, Var x) const;

private:
    std::variant<SourceToTokenPooling, AdditivePooling, Var (*)(Var, const Layout&)> m_pooling;
};

} // namespace headlight
