#include "nn/layer_norm.h"

#include "autodiff/ops_norm.h"

namespace headlight {

LayerNorm::LayerNorm(const Builder& builder, Index width, double epsilon, const std::string& gain,
                     const std::string& bias)
    : m_gain(builder.bias(gain, width, 1)), m_bias(builder.bias(bias, width)), m_epsilon(Real(epsilon)) {}

Var LayerNorm::forward(Context& context, Var x) const {
    Tape& tape = context.tape();
    return layerNorm(x, tape.parameter(m_gain), tape.parameter(m_bias), m_epsilon);
}

} // namespace headlight
