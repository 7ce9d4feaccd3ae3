#include "models/published/attention.h"

#include "autodiff/ops_sequence.h"

namespace headlight {

namespace {

Linear mapOfHeads(const Builder& builder, const StackShape& shape, Index heads, bool bias) {
    return Linear(builder, shape.width, heads * shape.headWidth, bias ? Linear::Bias::Yes : Linear::Bias::No);
}

Mask maskOf(const StackShape& shape, Index layer, MapPart part) {
    if (part == MapPart::Cross)
        return Mask::all();
    const std::string own = shape.sights[std::size_t(layer)].mask;
    return Mask::parse(!shape.causal ? own : own == "all" ? "causal" : own + "+causal");
}

/// 0: that of the heads' width.
double factorOf(const StackShape& shape, Index layer) {
    const double own = shape.sights[std::size_t(layer)].factor;
    return own != 0 ? own : shape.factor;
}

} // namespace

PublishedAttention::PublishedAttention(const Builder& builder, const StackShape& shape, Index layer, MapPart part)
    : m_shape(shape), m_part(part), m_rotary(part == MapPart::Self ? shape.sights[std::size_t(layer)].rotary : -1),
      m_factor(factorOf(shape, layer)), m_masks(std::size_t(shape.heads), maskOf(shape, layer, part)),
      m_query(mapOfHeads(builder.part("query"), shape, shape.heads, shape.queryBias)),
      m_key(mapOfHeads(builder.part("key"), shape, shape.keyHeads, shape.keyBias)),
      m_value(mapOfHeads(builder.part("value"), shape, shape.keyHeads, shape.valueBias)),
      m_output(builder.part("output"), shape.heads * shape.headWidth, shape.width,
               shape.outputBias ? Linear::Bias::Yes : Linear::Bias::No) {
    if (shape.headNorm && part == MapPart::Self) {
        m_queryNorm.emplace(builder.part("query_norm"), shape.headWidth, *shape.headNorm);
        m_keyNorm.emplace(builder.part("key_norm"), shape.headWidth, *shape.headNorm);
    }
    if (!shape.disentangled || shape.disentangled->sharedMaps || part != MapPart::Self)
        return;
    if (shape.disentangled->queriesMeet)
        m_positionKey.emplace(
            mapOfHeads(builder.part("position_key"), shape, shape.heads, shape.disentangled->mapBias));
    if (shape.disentangled->keysMeet)
        m_positionQuery.emplace(mapOfHeads(builder.part("position_query"), shape, shape.heads, true));
}

/// Queries or keys as they meet.
Var PublishedAttention::placed(Context& context, Var x, Index heads, const std::optional<Norm>& norm,
                               const PassPositions& positions) const {
    if (norm)
        x = norm->forward(context, x);
    return m_rotary < 0 ? x : rotated(x, heads, positions.angles[std::size_t(m_rotary)]);
}

std::vector<MapStage> PublishedAttention::parts() const {
    if (m_part != MapPart::Self)
        return {};
    return scoreParts(m_shape.disentangled && m_shape.disentangled->queriesMeet,
                      m_shape.disentangled && m_shape.disentangled->keysMeet, m_shape.distances.has_value());
}

PublishedAttention::Seen PublishedAttention::read(Context& context, Var x, const PassPositions& positions) const {
    return {placed(context, m_key.forward(context, x), m_shape.keyHeads, m_keyNorm, positions),
            m_value.forward(context, x)};
}

RelativePositions PublishedAttention::relative(Context& context, const PassPositions& positions) const {
    RelativePositions relative;
    if (m_part != MapPart::Self)
        return relative;
    relative.bias = positions.bias;
    if (!m_shape.disentangled)
        return relative;
    const auto byDistance = [&](const Linear& map) {
        return gatherColumns(map.forward(context, positions.table), positions.entries);
    };
    if (m_shape.disentangled->queriesMeet)
        relative.key = byDistance(m_positionKey ? *m_positionKey : m_key);
    if (m_shape.disentangled->keysMeet)
        relative.query = byDistance(m_positionQuery ? *m_positionQuery : m_query);
    return relative;
}

Var PublishedAttention::attend(Context& context, Var x, const Seen& seen, const AttentionLayouts& layouts,
                               const PassPositions& positions) const {
    DotProductOptions options;
    options.heads = m_shape.heads;
    options.masks = context.masksOf(m_masks, m_part, m_part == MapPart::Cross || !m_shape.causal);
    options.factor = Real(m_factor);
    options.softCap = Real(m_shape.softCap);
    options.relative = relative(context, positions);
    const Var query = placed(context, m_query.forward(context, x), m_shape.heads, m_queryNorm, positions);
    if (Trace* trace = context.trace()) {
        DotProductMaps maps;
        if (m_rotary >= 0)
            maps.planes = planesOf(m_shape.rotaries[std::size_t(m_rotary)]);
        recordDotProduct(*trace, context.head(m_part, 0), query, seen.key, seen.value, layouts, options, maps);
    }
    const Var attended = dotProductAttention(query, seen.key, seen.value, layouts, options);
    return m_output.forward(context, context.scaled(attended, int(m_shape.heads), 0, m_part));
}

} // namespace headlight
