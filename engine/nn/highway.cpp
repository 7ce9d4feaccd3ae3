#include "nn/highway.h"

#include "autodiff/ops_elementwise.h"

namespace headlight {

Highway::Highway(const Builder& builder, Index width, Activation activation, double keep)
    : m_transform(builder.part("transform"), width, width), m_gate(builder.part("gate"), width, width),
      m_activation(activation), m_keep(keep) {}

Var Highway::forward(Context& context, Var x) const {
    const Var transformed = m_transform.forwardSequences(context, x, m_keep, m_activation);
    const Var gate = m_gate.forwardSequences(context, x, m_keep, Activation::Sigmoid);
    return gated(gate, transformed, x);
}

} // namespace headlight
