#include "nn/pooling.h"

#include "autodiff/ops_sequence.h"

namespace headlight {

SourceToTokenPooling::SourceToTokenPooling(const Builder& builder, Index width, Activation activation, double keep)
    : m_inner(builder.part("inner"), width, width), m_outer(builder.part("outer"), width, width),
      m_activation(activation), m_keep(keep) {}

Var SourceToTokenPooling::forward(Context& context, Var x) const {
    const Var score = m_outer.forward(context, m_inner.forward(context, x, m_keep, m_activation), m_keep);
    if (Trace* trace = context.trace())
        trace->record({context.layer(), 0, MapKind::SourceToToken, "pooling", 1, x.cols(), x.rows(), nullptr},
                      [score](Index, Matrix& row) { row = score.value(); });
    const Var pooled = poolBySoftmax(score, x, context.layout());
    context.nextLayer();
    return pooled;
}

} // namespace headlight
