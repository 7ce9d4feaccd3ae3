#include "models/published/network.h"

#include "autodiff/ops_elementwise.h"
#include "autodiff/ops_lookup.h"
#include "autodiff/ops_sequence.h"
#include "core/error.h"

#include <stdexcept>

namespace headlight {

PublishedEmbeddings::PublishedEmbeddings(const Builder& builder, const EmbeddingShape& shape, Index width)
    : m_shape(shape), m_words(builder.table("words", shape.width, shape.vocabulary)) {
    if (shape.positions > 0)
        m_positions = &builder.table("positions", shape.width, shape.positions);
    if (shape.types > 0)
        m_types = &builder.table("types", shape.width, shape.types);
    if (shape.norm)
        m_norm.emplace(builder.part("norm"), shape.width, *shape.norm);
    if (shape.mapped)
        m_map.emplace(builder.part("map"), shape.width, width);
}

Var PublishedEmbeddings::forward(Context& context, const std::vector<int>& ids, const std::vector<int>& types) const {
    const Layout& layout = context.layout();
    if (Index(ids.size()) != layout.tokens() || (m_types && types.size() != ids.size()))
        throw std::invalid_argument("PublishedEmbeddings: expected an id and a type for each of " +
                                    std::to_string(layout.tokens()) + " tokens, got " + std::to_string(ids.size()) +
                                    " and " + std::to_string(types.size()));
    Tape& tape = context.tape();
    Var x = lookup(tape, m_words, context.keep(ids));
    if (m_shape.scale != 1)
        x = scale(x, Real(m_shape.scale));
    if (m_types)
        x = add(x, lookup(tape, *m_types, context.keep(types)));
    if (m_positions) {
        if (layout.positions() > m_shape.mostTokens())
            throw Error("the text has " + std::to_string(layout.positions()) +
                        " tokens; this model has positions for " + std::to_string(m_shape.mostTokens()) +
                        ": shorten it");
        std::vector<int> positions;
        for (Index s = 0; s < layout.sequences(); ++s)
            for (Index place = 0; place < layout.length(s); ++place)
                positions.push_back(int(m_shape.firstPosition + layout.position(s) + place));
        x = add(x, lookup(tape, *m_positions, context.keep(std::move(positions))));
    }
    if (m_norm)
        x = m_norm->forward(context, x);
    return m_map ? m_map->forward(context, x) : x;
}

PublishedTop::PublishedTop(const Builder& builder, const TopShape& shape, Index width, const Parameter& words)
    : m_shape(shape), m_words(words) {
    if (shape.denseWidth > 0) {
        m_dense.emplace(builder.part("dense"), width, shape.denseWidth,
                        shape.denseBias ? Linear::Bias::Yes : Linear::Bias::No);
        width = shape.denseWidth;
    }
    if (shape.norm)
        m_norm.emplace(builder.part("norm"), width, *shape.norm);
    if (shape.kind != TopShape::Kind::Words || !shape.tied) {
        const Index outputs = shape.kind == TopShape::Kind::Words ? words.columns : Index(shape.labels.size());
        m_scores.emplace(builder.part("scores"), width, outputs, shape.bias ? Linear::Bias::Yes : Linear::Bias::No);
    } else if (shape.bias) {
        m_bias = &builder.part("scores").bias("bias", words.columns);
    }
}

Var PublishedTop::scores(Context& context, Var x) const {
    // The columns need not be the tokens of the context's layout.
    if (m_dense)
        x = m_dense->forwardSequences(context, x, 1, m_shape.activation);
    if (m_norm)
        x = m_norm->forward(context, x);
    Var scores = m_scores ? m_scores->forwardSequences(context, x, 1) : entryScores(m_words, x);
    if (m_bias)
        scores = addBias(scores, context.tape().parameter(*m_bias));
    if (m_shape.softCap != 0)
        scores = scale(activated(scale(scores, Real(1 / m_shape.softCap)), Activation::Tanh), Real(m_shape.softCap));
    return scores;
}

Var PublishedTop::pooled(Context& context, Var x) const {
    const Layout& layout = context.layout();
    if (m_shape.pool == TopShape::Pool::Mean)
        return meanOverTokens(x, layout);
    std::vector<Index> first;
    for (Index s = 0; s < layout.sequences(); ++s)
        first.push_back(layout.begin(s));
    return gatherColumns(x, context.keep(std::move(first)));
}

PublishedNetwork::PublishedNetwork(NetworkShape shape, Parameters parameters)
    : m_shape(std::move(shape)), m_parameters(std::move(parameters)),
      m_embeddings(Builder(m_parameters, 0).part("embeddings"), m_shape.embeddings, m_shape.stack.width),
      m_stack(Builder(m_parameters, 0).part("layers"), m_shape.stack) {
    if (m_shape.top.kind != TopShape::Kind::None)
        m_top.emplace(Builder(m_parameters, 0).part("top"), m_shape.top, m_shape.stack.width, m_embeddings.words());
}

PublishedNetwork::Pass PublishedNetwork::read(Context& context, const std::vector<int>& ids,
                                              const std::vector<int>& types) const {
    const Var embedded = m_embeddings.forward(context, ids, types);
    return {embedded, m_stack.forward(context, embedded)};
}

} // namespace headlight
