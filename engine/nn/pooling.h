#pragma once

#include "nn/linear.h"

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

} // namespace headlight
