#include "nn/norm.h"

#include "autodiff/ops_norm.h"

namespace headlight {

Norm::Norm(const Builder& builder, Index width, const NormOptions& options) : m_options(options) {
    if (options.gain && options.kind != NormOptions::Kind::None)
        m_gain = &builder.bias("gain", width, 1 - options.offset);
    if (options.bias && options.kind == NormOptions::Kind::Layer)
        m_bias = &builder.bias("bias", width);
}

Var Norm::forward(Context& context, Var x) const {
    const auto value = [&](const Parameter* parameter) {
        return parameter ? context.tape().parameter(*parameter) : Var();
    };
    if (m_options.kind == NormOptions::Kind::None)
        return x;
    if (m_options.kind == NormOptions::Kind::RootMeanSquare)
        return rootMeanSquareNorm(x, value(m_gain), Real(m_options.epsilon), Real(m_options.offset));
    return layerNorm(x, value(m_gain), value(m_bias), Real(m_options.epsilon));
}

} // namespace headlight
