#include "nn/pooling.h"

#include "autodiff/ops_sequence.h"

namespace headlight {

SourceToTokenPooling::SourceToTokenPooling(const Builder& builder, Index width, Activation activation, double keep)
    : m_inner(builder.part("inner"), width, width), m_outer(builder.part("outer"), width, width),
      m_activation(activation), m_keep(keep) {}

Var SourceToTokenPooling::forward(Context& context, Var x) const {
    const Var score = m_outer.forward(context, m_inner.forward(context, x, m_keep, m_activation), m_keep);
    if (Trace* trace = context.trace())
        trace->record({.address = context.head(MapPart::Pooling, 0),
                       .label = "pooling",
                       .queries = 1,
                       .keys = x.cols(),
                       .features = x.rows(),
                       .scores = oneRow(score.value())});
    return poolBySoftmax(score, x, context.layout());
}

AdditivePooling::AdditivePooling(const Builder& builder, Index width, Activation activation, double keep)
    : m_inner(builder.part("inner"), width, width), m_outer(builder.part("outer"), width, 1, Linear::Bias::No),
      m_activation(activation), m_keep(keep) {
    m_outer.weight().decays = false; // as in the released code
}

Var AdditivePooling::forward(Context& context, Var x) const {
    const Var score = m_outer.forward(context, m_inner.forward(context, x, m_keep, m_activation), m_keep);
    if (Trace* trace = context.trace())
        trace->record({.address = context.head(MapPart::Pooling, 0),
                       .label = "pooling",
                       .queries = 1,
                       .keys = x.cols(),
                       .scores = oneRow(score.value())});
    return poolByHeads(score, x, context.layout());
}

Var poolByHeads(Context& context, Var score, Var x) {
    const int heads = int(score.rows());
    if (Trace* trace = context.trace())
        for (int head = 0; head < heads; ++head)
            trace->record({.address = context.head(MapPart::Pooling, head),
                           .label = "head " + std::to_string(head),
                           .queries = 1,
                           .keys = x.cols(),
                           .scores = oneRow(score.value().row(head))});
    return context.scaled(poolByHeads(score, x, context.layout()), heads, 0, MapPart::Pooling);
}

SentencePooling::SentencePooling(const Builder& builder, Pooling pooling, Index width, Activation activation,
                                 double keep)
    : m_pooling(meanOverTokens) {
    switch (pooling) {
    case Pooling::SourceToToken:
        m_pooling.emplace<SourceToTokenPooling>(builder, width, activation, keep);
        break;
    case Pooling::Additive:
        m_pooling.emplace<AdditivePooling>(builder, width, activation, keep);
        break;
    case Pooling::Max:
        m_pooling = maxOverTokens;
        break;
    case Pooling::Mean:
        break;
    }
}

Var SentencePooling::forward(Context& context, Var x) const {
    struct Visitor {
        Context& context;
        Var x;
        Var operator()(const SourceToTokenPooling& pooling) const { return pooling.forward(context, x); }
        Var operator()(const AdditivePooling& pooling) const { return pooling.forward(context, x); }
        Var operator()(Var (*pooling)(Var, const Layout&)) const { return pooling(x, context.layout()); }
    };
    return std::visit(Visitor{context, x}, m_pooling);
}

} // namespace headlight
