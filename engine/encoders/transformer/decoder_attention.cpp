#include "encoders/transformer/decoder_attention.h"

namespace headlight {

DecoderAttention::DecoderAttention(const TransformerOptions& options, const Builder& builder, MapPart part,
                                   bool relative)
    : m_part(part), m_keep(options.attentionKeep), m_masks(sameMask(options, part == MapPart::Self ? "causal" : "all")),
      m_query(attentionMap(options, builder.part("query"))), m_key(attentionMap(options, builder.part("key"))),
      m_value(attentionMap(options, builder.part("value"))),
      m_output(builder.part("output"), options.features, options.features, biasesOf(options)) {
    if (!relative)
        return;
    for (const auto& [name, table] :
         {std::pair("relative_key", &m_relativeKey), std::pair("relative_value", &m_relativeValue)}) {
        *table = &builder.weight(name, options.features / options.heads, relativeVectors(options));
        (*table)->decays = false; // embeddings never do
    }
}

KeysAndValues DecoderAttention::read(Context& context, Var x) const {
    return {m_key.forward(context, x), m_value.forward(context, x)};
}

Var DecoderAttention::attend(Context& context, Var x, const KeysAndValues& seen,
                             const AttentionLayouts& layouts) const {
    DotProductOptions options;
    options.heads = Index(m_masks.size());
    options.masks = context.masksOf(m_masks, m_part);
    options.weightDropout = context.dropout(m_keep);
    if (m_relativeKey)
        options.relative = {context.tape().parameter(*m_relativeKey), context.tape().parameter(*m_relativeValue)};
    const Var query = m_query.forward(context, x);
    if (Trace* trace = context.trace())
        recordDotProduct(*trace, context.head(m_part, 0), query, seen.key, seen.value, layouts, options);
    const Var attended = dotProductAttention(query, seen.key, seen.value, layouts, options);
    return m_output.forward(context, context.scaled(attended, int(m_masks.size()), 0, m_part));
}

} // namespace headlight
