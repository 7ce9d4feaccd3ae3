#include "models/published/stack.h"

#include "autodiff/ops_elementwise.h"

namespace headlight {

namespace {

Linear::Bias biasIf(bool is) {
    return is ? Linear::Bias::Yes : Linear::Bias::No;
}

} // namespace

PublishedFeedForward::PublishedFeedForward(const Builder& builder, const StackShape& shape)
    : m_activation(shape.activation), m_in(builder.part("in"), shape.width, shape.inner, biasIf(shape.innerBias)),
      m_out(builder.part("out"), shape.inner, shape.width, biasIf(shape.feedOutputBias)) {
    if (shape.gated)
        m_gate.emplace(builder.part("gate"), shape.width, shape.inner, biasIf(shape.innerBias));
}

Var PublishedFeedForward::forward(Context& context, Var x) const {
    if (!m_gate)
        return m_out.forward(context, m_in.forward(context, x, 1, m_activation));
    const Var gate = m_gate->forward(context, x, 1, m_activation);
    return m_out.forward(context, multiply(gate, m_in.forward(context, x)));
}

PublishedResidual::PublishedResidual(const Builder& builder, const StackShape& shape, const std::string& name,
                                     bool norm)
    : m_order(shape.order) {
    if (norm)
        m_norm.emplace(builder.part(name + "_norm"), shape.width, shape.norm);
    if (shape.order == StackShape::Order::Around)
        m_after.emplace(builder.part(name + "_after"), shape.width, shape.norm);
    if (shape.layerScale)
        m_scale = &builder.bias(name + "_scale", shape.width, 1);
}

Var PublishedResidual::before(Context& context, Var x) const {
    return m_norm && m_order != StackShape::Order::Post ? m_norm->forward(context, x) : x;
}

Var PublishedResidual::after(Context& context, Var x, Var part) const {
    if (m_after)
        part = m_after->forward(context, part);
    if (m_scale)
        part = scaleRows(part, context.tape().parameter(*m_scale));
    const Var sum = add(x, part);
    return m_norm && m_order == StackShape::Order::Post ? m_norm->forward(context, sum) : sum;
}

PublishedLayer::PublishedLayer(const Builder& builder, const StackShape& shape, Index number)
    : m_order(shape.order), m_selfResidual(builder, shape, "self", shape.firstNorm || number > 0),
      m_self(builder.part("self"), shape, number, MapPart::Self) {
    if (shape.inner > 0) {
        m_feedResidual.emplace(builder, shape, "feed");
        m_feed.emplace(builder.part("feed"), shape);
    }
    if (shape.crosses) {
        m_crossResidual.emplace(builder, shape, "cross");
        m_cross.emplace(builder.part("cross"), shape, number, MapPart::Cross);
    }
}

Var PublishedLayer::forward(Context& context, Var x, const Surroundings& around) const {
    const auto attended = [&](Var y) {
        return m_self.attend(context, y, around.withEarlier(m_self.read(context, y, around.positions)), around.self,
                             around.positions);
    };
    const Tape::Section part(context.tape());
    if (m_order == StackShape::Order::Parallel && m_feed) {
        const Var own = part.leave(attended(m_selfResidual.before(context, x)));
        const Var fed = m_feed->forward(context, m_feedResidual->before(context, x));
        return m_feedResidual->after(context, m_selfResidual.after(context, x, own), fed);
    }
    x = part.leave(m_selfResidual.after(context, x, attended(m_selfResidual.before(context, x))));
    if (m_cross)
        x = part.leave(m_crossResidual->after(context, x,
                                              m_cross->attend(context, m_crossResidual->before(context, x),
                                                              around.source, *around.cross, around.positions)));
    if (m_feed)
        x = part.leave(m_feedResidual->after(context, x, m_feed->forward(context, m_feedResidual->before(context, x))));
    return x;
}

PublishedStack::PublishedStack(const Builder& builder, const StackShape& shape)
    : m_shape(shape), m_positions(builder, shape) {
    for (Index layer = 0; layer < (shape.parameterSets > 0 ? shape.parameterSets : shape.layers); ++layer)
        m_layers.push_back(std::make_unique<const PublishedLayer>(builder.part(std::to_string(layer)), m_shape, layer));
    if (shape.convolution) {
        m_convolution.emplace(builder.part("convolution"), shape.width, shape.width, shape.convolution->window,
                              Convolution::First::Glorot);
        m_convolutionNorm.emplace(builder.part("convolution_norm"), shape.width, shape.norm);
    }
    if (shape.finalNorm)
        m_finalNorm.emplace(builder.part("final_norm"), shape.width, shape.norm);
}

template <class Around>
PublishedStack::Result PublishedStack::run(Context& context, Var x, const TellLayer& tell, Around around) const {
    const Var entered = x;
    const Tape::Section layers(context.tape());
    for (int layer = 0; layer < int(m_shape.layers); ++layer) {
        const AtLayer at(context, layer, m_shape.stack);
        x = layerOf(layer).forward(context, x, around(layer));
        if (m_convolution && layer == 0)
            x = m_convolutionNorm->forward(
                context, add(x, m_convolution->forward(context, entered, 1, m_shape.convolution->activation)));
        layers.leave(x);
        if (tell)
            tell(layer, x);
    }
    return {x, normed(context, x)};
}

PublishedStack::Result PublishedStack::forward(Context& context, Var x, const TellLayer& tell) const {
    const AttentionLayouts& self = context.keep(AttentionLayouts(context.layout()));
    const PassPositions& positions = m_positions.of(context, self);
    const Surroundings around{positions, self, [](const PublishedAttention::Seen& own) { return own; }};
    return run(context, x, tell, [&](int) { return around; });
}

PublishedStack::Result PublishedStack::forward(Context& context, Var x, Var encoded, const Layout& sources,
                                               const TellLayer& tell) const {
    const AttentionLayouts& self = context.keep(AttentionLayouts(context.layout()));
    const AttentionLayouts& cross = context.keep(AttentionLayouts(context.layout(), sources));
    const PassPositions& positions = m_positions.of(context, self);
    return run(context, x, tell, [&](int layer) {
        return Surroundings{positions, self, [](const PublishedAttention::Seen& own) { return own; }, &cross,
                            layerOf(layer).readSource(context, encoded, positions)};
    });
}

DecoderCache PublishedStack::start(Context& context, Var encoded) const {
    std::vector<DecoderCache::Layer> layers;
    const Matrix nothing(m_shape.keyHeads * m_shape.headWidth, 0);
    for (int layer = 0; layer < int(m_shape.layers); ++layer) {
        DecoderCache::Layer& own = layers.emplace_back(DecoderCache::Layer{nothing, nothing, {}, {}});
        if (!encoded)
            continue;
        const PublishedAttention::Seen source = layerOf(layer).readSource(context, encoded, {});
        own.crossKey = source.key.value();
        own.crossValue = source.value.value();
    }
    return DecoderCache(std::move(layers), context.layout());
}

PublishedStack::Result PublishedStack::step(Context& context, Var x, DecoderCache& cache) const {
    Tape& tape = context.tape();
    const Index tokens = context.layout().longest();
    const Layout& all = context.keep(cache.all(tokens));
    const AttentionLayouts& self = context.keep(AttentionLayouts(context.layout(), all));
    const AttentionLayouts* cross = nullptr;
    if (m_shape.crosses)
        cross = &context.keep(AttentionLayouts(context.layout(), context.keep(cache.sources())));
    const PassPositions& positions = m_positions.of(context, self);
    const Result result = run(context, x, {}, [&](int layer) {
        const auto place = std::size_t(layer);
        Surroundings around{positions, self, [&cache, &tape, place](const PublishedAttention::Seen& own) {
                                cache.append(place, own.key.value(), own.value.value());
                                return PublishedAttention::Seen{tape.constant(cache.layer(place).key),
                                                                tape.constant(cache.layer(place).value)};
                            }};
        if (cross) {
            around.cross = cross;
            around.source = {tape.constant(cache.layer(place).crossKey), tape.constant(cache.layer(place).crossValue)};
        }
        return around;
    });
    cache.advance(tokens);
    return result;
}

} // namespace headlight
