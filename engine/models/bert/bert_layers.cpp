#include "models/bert/bert_layers.h"

#include "attention/dot_product.h"
#include "autodiff/ops_dropout.h"
#include "autodiff/ops_elementwise.h"
#include "autodiff/ops_lookup.h"

#include <stdexcept>

namespace headlight {

namespace {

LayerNorm normOf(const Builder& builder, const BertConfig& config, const BertNormNames& names) {
    return LayerNorm(builder.part("LayerNorm"), config.hidden, config.normEpsilon, names.gain, names.bias);
}

} // namespace

BertEmbeddings::BertEmbeddings(const Builder& builder, const BertConfig& config, const BertNormNames& norms)
    : m_words(builder.part("word_embeddings").table("weight", config.hidden, config.vocabulary)),
      m_positions(builder.part("position_embeddings"), config.hidden, config.positions),
      m_types(builder.part("token_type_embeddings").table("weight", config.hidden, config.tokenTypes)),
      m_norm(normOf(builder, config, norms)), m_keep(1 - config.hiddenDropout) {}

Var BertEmbeddings::forward(Context& context, const std::vector<int>& ids, const std::vector<int>& types) const {
    const Layout& layout = context.layout();
    if (Index(ids.size()) != layout.tokens() || types.size() != ids.size())
        throw std::invalid_argument("BertEmbeddings: expected an id and a type for each of " +
                                    std::to_string(layout.tokens()) + " tokens, got " + std::to_string(ids.size()) +
                                    " and " + std::to_string(types.size()));
    Tape& tape = context.tape();
    const Var word = lookup(tape, m_words, context.keep(ids));
    const Var sum = add(add(word, lookup(tape, m_types, context.keep(types))), m_positions.forward(context));
    return dropped(m_norm.forward(context, sum), context.dropout(m_keep));
}

BertLayer::BertLayer(const Builder& builder, const BertConfig& config, const BertNormNames& norms)
    : m_heads(config.heads), m_masks(std::size_t(config.heads), Mask::all()), m_activation(config.activation),
      m_keep(1 - config.hiddenDropout), m_attentionKeep(1 - config.attentionDropout),
      m_query(builder.part("attention.self.query"), config.hidden, config.hidden),
      m_key(builder.part("attention.self.key"), config.hidden, config.hidden),
      m_value(builder.part("attention.self.value"), config.hidden, config.hidden),
      m_attentionOutput(builder.part("attention.output.dense"), config.hidden, config.hidden),
      m_attentionNorm(normOf(builder.part("attention.output"), config, norms)),
      m_intermediate(builder.part("intermediate.dense"), config.hidden, config.intermediate),
      m_output(builder.part("output.dense"), config.intermediate, config.hidden),
      m_outputNorm(normOf(builder.part("output"), config, norms)) {}

Var BertLayer::attended(Context& context, Var query, Var key, Var value) const {
    DotProductOptions options;
    options.heads = m_heads;
    options.masks = context.masksOf(m_masks);
    options.weightDropout = context.dropout(m_attentionKeep);
    if (Trace* trace = context.trace())
        recordDotProduct(*trace, context.head(MapPart::Self, 0), query, key, context.layout(), options);
    const Var attention = dotProductAttention(query, key, value, context.layout(), options);
    return context.scaled(attention, int(m_heads));
}

BertLayer::Result BertLayer::forward(Context& context, Var x) const {
    const auto residual = [&](const LayerNorm& norm, Var before, Var change) {
        return norm.forward(context, addDropped(before, change, context.dropout(m_keep)));
    };
    const Var query = m_query.forward(context, x), key = m_key.forward(context, x);
    const Var attention = attended(context, query, key, m_value.forward(context, x));
    x = residual(m_attentionNorm, x, m_attentionOutput.forward(context, attention));
    const Var inner = m_intermediate.forward(context, x, 1, m_activation);
    return {query, key, residual(m_outputNorm, x, m_output.forward(context, inner))};
}

BertMaskedHead::BertMaskedHead(const Builder& builder, const BertConfig& config, const BertNormNames& norms,
                               const Parameter& words)
    : m_words(words), m_transform(builder.part("transform.dense"), config.hidden, config.hidden),
      m_activation(config.activation), m_norm(normOf(builder.part("transform"), config, norms)),
      m_bias(builder.bias("bias", config.vocabulary)) {}

Var BertMaskedHead::forward(Context& context, Var x) const {
    const Var inner = m_norm.forward(context, m_transform.forward(context, x, 1, m_activation));
    return addBias(entryScores(m_words, inner), context.tape().parameter(m_bias));
}

} // namespace headlight
