#pragma once

#include "nn/linear.h"

namespace headlight {

/// A highway layer (Srivastava et al. 2015) over sentence vectors: g ⊙ φ(W_t x + b_t) + (1 − g) ⊙ x with
/// g = sigmoid(W_g x + b_g); x [width × examples]. Dropout on the input of both layers. 2(width² + width) parameters.
class Highway {
public:
    Highway(const Builder& builder, Index width, Activation activation, double keep);

    Var forward(Context& context, Var x) const;

private:
    Linear m_transform, m_gate;
    Activation m_activation;
    double m_keep;
};

} // namespace headlight
