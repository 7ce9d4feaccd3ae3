#include "nn/fusion_gate.h"

namespace headlight {

static Linear::Bias ownBias(bool redundant) {
    return redundant ? Linear::Bias::Yes : Linear::Bias::No;
}

FusionGate::FusionGate(const Builder& builder, Index features, bool redundant, double keep)
    : m_input(builder.part("gate_input"), features, features, ownBias(redundant)),
      m_attention(builder.part("gate_attention"), features, features, ownBias(redundant)),
      m_bias(builder.bias("gate_bias", features)), m_keep(keep) {}

Var FusionGate::forward(Context& context, Var h, Var s) const {
    const AffineTerm input = m_input.term(context, h, m_keep), attention = m_attention.term(context, s, m_keep);
    return affine({input, attention},
                  {m_input.bias(context), m_attention.bias(context), context.tape().parameter(m_bias)},
                  Activation::Sigmoid);
}

void recordGate(const Context& context, Var gate, int head, const std::string& label,
                const std::vector<std::string>& names) {
    if (Trace* trace = context.trace())
        trace->record({.address = context.head(MapPart::Gate, head),
                       .label = label,
                       .queries = 1,
                       .keys = gate.cols(),
                       .features = gate.rows(),
                       .keyNames = names,
                       .scores = oneRow(gate.value())});
}

} // namespace headlight
