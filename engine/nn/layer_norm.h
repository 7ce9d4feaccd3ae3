#pragma once

#include "nn/builder.h"
#include "nn/context.h"

namespace headlight {

/// Layer normalisation over the features of each token, gain from 1 and bias from 0; over each head's own features when
/// the width is that of one of several heads. 2·width parameters, called "gain" and "bias" where the caller does not
/// have other names; `epsilon` joins the variance under the root.
class LayerNorm {
public:
    LayerNorm(const Builder& builder, Index width, double epsilon, const std::string& gain = "gain",
              const std::string& bias = "bias");

    Var forward(Context& context, Var x) const;

private:
    Parameter& m_gain;
    Parameter& m_bias;
    Real m_epsilon;
};

} // namespace headlight
