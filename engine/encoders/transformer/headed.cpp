#include "encoders/transformer/headed.h"

namespace headlight {

std::vector<std::string> maskTexts(const std::vector<Mask>& masks) {
    std::vector<std::string> texts;
    for (const Mask& mask : masks)
        texts.push_back(mask.text());
    return texts;
}

Linear attentionMap(const TransformerOptions& options, const Builder& builder) {
    constexpr Index joined = 3; // queries, keys and values
    return Linear(builder, options.features, options.features, biasesOf(options), 0, joined);
}

HeadedAttention::HeadedAttention(const TransformerOptions& options, const Builder& builder, std::vector<Mask> masks,
                                 Index perFeature)
    : m_heads(options.heads), m_keep(options.attentionKeep), m_masks(std::move(masks)),
      m_query(attentionMap(options, builder.part("query"))), m_key(attentionMap(options, builder.part("key"))),
      m_value(attentionMap(options, builder.part("value"))),
      m_output(builder.part("output"), perFeature * options.features, options.features, biasesOf(options)) {}

Var HeadedAttention::forward(Context& context, Var x) const {
    const Var query = m_query.forward(context, x), key = m_key.forward(context, x), value = m_value.forward(context, x);
    const Var attended = context.scaled(attend(context, x, query, key, value), int(m_heads));
    return m_output.forward(context, attended);
}

Var DotProductSublayer::attend(Context& context, Var, Var query, Var key, Var value) const {
    DotProductOptions options;
    options.heads = heads();
    options.masks = context.masksOf(masks());
    options.weightDropout = context.dropout(keep());
    refine(context, query, options);
    if (Trace* trace = context.trace())
        recordDotProduct(*trace, context.head(MapPart::Self, 0), query, key, value, context.layout(), options);
    return dotProductAttention(query, key, value, context.layout(), options);
}

std::vector<Mask> sameMask(const TransformerOptions& options, const std::string& expression) {
    return std::vector<Mask>(std::size_t(options.heads), Mask::parse(expression));
}

} // namespace headlight
