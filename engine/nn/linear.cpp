#include "nn/linear.h"

#include <stdexcept>

namespace headlight {

Linear::Linear(const Builder& builder, Index inputs, Index outputs, Bias bias, double biasStart, Index joined)
    : m_weight(builder.weight("weight", outputs, inputs, 1, joined)) {
    if (bias == Bias::Yes)
        m_bias = &builder.bias("bias", outputs, biasStart);
}

AffineTerm Linear::term(Context& context, Var x, double keep) const {
    return {x, context.tape().factor(m_weight), context.dropout(keep)};
}

Var Linear::bias(Context& context) const {
    return m_bias ? context.tape().parameter(*m_bias) : Var();
}

Var Linear::forward(Context& context, Var x, double keep, Activation activation) const {
    return affine({term(context, x, keep)}, {bias(context)}, activation);
}

Var Linear::forwardSequences(Context& context, Var x, double keep, Activation activation) const {
    return affine({{x, context.tape().factor(m_weight), context.sequenceDropout(keep)}}, {bias(context)}, activation);
}

HeadLinear::HeadLinear(const Builder& builder, Index heads, Index inputs, Index outputs, Linear::Bias bias,
                       double biasStart)
    : m_heads(heads), m_inputs(inputs), m_outputs(outputs), m_weight(builder.weight("weight", outputs, inputs, heads)) {
    if (bias == Linear::Bias::Yes)
        m_bias = &builder.bias("bias", heads * outputs, biasStart);
}

Var HeadLinear::forward(Context& context, Var x, double keep, Activation activation) const {
    Tape& tape = context.tape();
    const bool shared = x.rows() == m_inputs;
    if (!shared && x.rows() != m_heads * m_inputs)
        throw std::invalid_argument("HeadLinear: expected " + std::to_string(m_inputs) + " or " +
                                    std::to_string(m_heads * m_inputs) + " input rows, got " +
                                    std::to_string(x.rows()));
    const Var weight = tape.factor(m_weight);
    const Var bias = m_bias ? tape.parameter(*m_bias) : Var();
    if (shared && (!context.training() || keep >= 1)) // all heads in one product
        return affine({{x, weight, {}}}, {bias}, activation);
    Var result = tape.make(m_heads * m_outputs, x.cols(), true);
    for (Index head = 0; head < m_heads; ++head) {
        const Var input = shared ? x : x.block(head * m_inputs, m_inputs);
        affineInto(result.block(head * m_outputs, m_outputs),
                   {{input, weight.block(head * m_outputs, m_outputs), context.dropout(keep)}},
                   {bias ? bias.block(head * m_outputs, m_outputs) : Var()}, activation);
    }
    return result;
}

Var HeadLinear::forwardJoined(Context& context, Var a, Var b, double keep, Activation activation) const {
    const Index first = a.rows() / m_heads, second = b.rows() / m_heads;
    if (first + second != m_inputs)
        throw std::invalid_argument("HeadLinear: expected " + std::to_string(m_inputs) + " joined inputs a head, got " +
                                    std::to_string(first) + " + " + std::to_string(second));
    Tape& tape = context.tape();
    const Var weight = tape.factor(m_weight);
    const Var bias = m_bias ? tape.parameter(*m_bias) : Var();
    Var result = tape.make(m_heads * m_outputs, a.cols(), true);
    for (Index head = 0; head < m_heads; ++head) {
        const Var own = weight.block(head * m_outputs, m_outputs);
        affineInto(result.block(head * m_outputs, m_outputs),
                   {{a.block(head * first, first), own.columns(0, first), context.dropout(keep)},
                    {b.block(head * second, second), own.columns(first, second), context.dropout(keep)}},
                   {bias ? bias.block(head * m_outputs, m_outputs) : Var()}, activation);
    }
    return result;
}

} // namespace headlight
