#include "models/published/network.h"

#include "autodiff/ops_affine.h"
#include "autodiff/ops_elementwise.h"
#include "autodiff/ops_lookup.h"
#include "autodiff/ops_sequence.h"
#include "core/error.h"

#include <cmath>
#include <stdexcept>

namespace headlight {

PublishedEmbeddings::PublishedEmbeddings(const Builder& builder, const EmbeddingShape& shape, Index width,
                                         Parameter* words)
    : m_shape(shape), m_words(words ? *words : builder.table("words", shape.width, shape.vocabulary)) {
    if (shape.positions > 0 && shape.waves == 0)
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
    const Tape::Section embeddings(tape);
    Var x = lookup(tape, m_words, context.keep(ids));
    if (m_shape.scale != 1)
        x = scale(x, Real(m_shape.scale));
    if (m_types)
        x = add(x, lookup(tape, *m_types, context.keep(types)));
    if (m_shape.positions > 0 || m_shape.waves != 0)
        x = add(x, positionsOf(context));
    if (m_norm)
        x = m_norm->forward(context, x);
    return embeddings.leave(m_map ? m_map->forward(context, x) : x);
}

Var PublishedEmbeddings::positionsOf(Context& context) const {
    const Layout& layout = context.layout();
    const Index most = m_shape.mostTokens();
    if (most > 0 && layout.positions() > most)
        throw Error("the text has " + std::to_string(layout.positions()) + " tokens; this model has positions for " +
                    std::to_string(most) + ": shorten it");
    std::vector<int> places;
    for (Index s = 0; s < layout.sequences(); ++s)
        for (Index place = 0; place < layout.length(s); ++place)
            places.push_back(int(m_shape.firstPosition + layout.position(s) + place));
    if (m_positions)
        return lookup(context.tape(), *m_positions, context.keep(std::move(places)));
    const Var waves = context.tape().make(m_shape.width, Index(places.size()), false);
    const Index half = m_shape.width / 2;
    for (Index j = 0; j < half; ++j) {
        const double rate = std::pow(10000, -double(j) / m_shape.waves);
        for (Index token = 0; token < Index(places.size()); ++token) {
            const double angle = double(places[std::size_t(token)]) * rate;
            waves.value()(j, token) = Real(std::sin(angle));
            waves.value()(half + j, token) = Real(std::cos(angle));
        }
    }
    return waves;
}

namespace {

/// The token of each sequence that has this number in it; −1 is the last.
Var tokensAt(Context& context, Var x, Index number) {
    const Layout& layout = context.layout();
    std::vector<Index> from;
    for (Index s = 0; s < layout.sequences(); ++s)
        from.push_back((number < 0 ? layout.end(s) : layout.begin(s)) + number);
    return gatherColumns(x, context.keep(std::move(from)));
}

/// Of each sequence the mean of what is behind its first tokens.
Var meanBehind(Context& context, Var x, Index first) {
    const Layout& layout = context.layout();
    Layout rest;
    std::vector<Index> from;
    for (Index s = 0; s < layout.sequences(); ++s) {
        rest.add(layout.length(s) - first, layout.id(s));
        for (Index token = layout.begin(s) + first; token < layout.end(s); ++token)
            from.push_back(token);
    }
    return meanOverTokens(gatherColumns(x, context.keep(std::move(from))), context.keep(std::move(rest)));
}

} // namespace

PublishedTop::PublishedTop(const Builder& builder, const TopShape& shape, Index width, const Parameter* words)
    : m_shape(shape), m_words(words) {
    if (shape.denseWidth > 0) {
        m_dense.emplace(builder.part("dense"), width, shape.denseWidth,
                        shape.denseBias ? Linear::Bias::Yes : Linear::Bias::No);
        width = shape.denseWidth;
    }
    if (shape.norm)
        m_norm.emplace(builder.part("norm"), width, *shape.norm);
    const bool isOfWords = shape.kind == TopShape::Kind::Words;
    const Index outputs = isOfWords ? words->columns : Index(shape.labels.size());
    if (!isOfWords || !shape.tied)
        m_scores.emplace(builder.part("scores"), shape.pool == TopShape::Pool::FirstAndRest ? 2 * width : width,
                         outputs, Linear::Bias::No);
    if (shape.pool == TopShape::Pool::FirstTwo)
        m_secondScores.emplace(builder.part("second_scores"), width, outputs);
    if (shape.bias)
        m_bias = &builder.part("scores").bias("bias", outputs);
}

Var PublishedTop::scores(Context& context, Var x, const PackedFactor* packed) const {
    // The columns need not be the tokens of the context's layout.
    if (m_dense)
        x = m_dense->forwardSequences(context, x, 1, m_shape.activation);
    if (m_norm)
        x = m_norm->forward(context, x);
    if (m_shape.scale != 1)
        x = scale(x, Real(m_shape.scale));
    Var scores;
    if (packed) {
        scores = context.tape().make(m_words->columns, x.cols(), false);
        packed->setProduct(scores.value(), x.value());
    } else {
        scores = m_scores ? m_scores->forwardSequences(context, x, 1) : entryScores(*m_words, x);
    }
    if (m_bias)
        scores = addBias(scores, context.tape().parameter(*m_bias));
    if (m_shape.softCap != 0)
        scores = scale(activated(scale(scores, Real(1 / m_shape.softCap)), Activation::Tanh), Real(m_shape.softCap));
    return scores;
}

Var PublishedTop::classScores(Context& context, Var x) const {
    switch (m_shape.pool) {
    case TopShape::Pool::First:
        return scores(context, tokensAt(context, x, 0));
    case TopShape::Pool::Last:
        return scores(context, tokensAt(context, x, -1));
    case TopShape::Pool::Mean:
        return scores(context, meanOverTokens(x, context.layout()));
    case TopShape::Pool::FirstAndRest: {
        const Var weight = context.tape().factor(m_scores->weight());
        return affine({{tokensAt(context, x, 0), weight.columns(0, x.rows())},
                       {meanBehind(context, x, m_shape.marks), weight.columns(x.rows(), x.rows())}},
                      {context.tape().parameter(*m_bias)});
    }
    case TopShape::Pool::FirstTwo:
        return scale(add(scores(context, tokensAt(context, x, 0)),
                         m_secondScores->forwardSequences(context, tokensAt(context, x, 1), 1)),
                     Real(0.5));
    }
    return {};
}

PackedFactor PublishedTop::packedScores() const {
    return PackedFactor(m_scores ? m_scores->weight().factor() : m_words->factor().transposed());
}

PublishedNetwork::PublishedNetwork(NetworkShape shape, Parameters parameters)
    : m_shape(std::move(shape)), m_parameters(std::move(parameters)),
      m_embeddings(m_shape.patches
                       ? std::nullopt
                       : std::make_optional<PublishedEmbeddings>(Builder(m_parameters, 0).part("embeddings"),
                                                                 m_shape.embeddings, m_shape.stack.width)),
      m_patches(m_shape.patches ? std::make_optional<PatchEmbeddings>(Builder(m_parameters, 0).part("embeddings"),
                                                                      *m_shape.patches, m_shape.stack.width)
                                : std::nullopt),
      m_stack(Builder(m_parameters, 0).part("layers"), m_shape.stack) {
    const Builder builder(m_parameters, 0);
    if (m_shape.decoder) {
        const DecoderShape& decoder = *m_shape.decoder;
        m_decoderEmbeddings.emplace(builder.part("decoder_embeddings"), decoder.embeddings, decoder.stack.width,
                                    decoder.sharesWords ? &m_embeddings->words() : nullptr);
        m_decoder.emplace(builder.part("decoder"), decoder.stack);
    }
    if (m_shape.top.kind != TopShape::Kind::None)
        m_top.emplace(builder.part("top"), m_shape.top,
                      (m_shape.decoder ? m_shape.decoder->stack : m_shape.stack).width,
                      m_patches ? nullptr : &(m_decoderEmbeddings ? *m_decoderEmbeddings : *m_embeddings).words());
}

PublishedNetwork::Pass PublishedNetwork::read(Context& context, const std::vector<int>& ids,
                                              const std::vector<int>& types, const TellLayer& tell) const {
    const Var embedded = m_embeddings->forward(context, ids, types);
    return {embedded, m_stack.forward(context, embedded, tell)};
}

PublishedNetwork::Pass PublishedNetwork::read(Context& context, const PatchInput& input, const TellLayer& tell) const {
    const Var embedded = m_patches->forward(context, input);
    return {embedded, m_stack.forward(context, embedded, tell)};
}

PublishedNetwork::Pass PublishedNetwork::decode(Context& context, Var encoded, const Layout& sources,
                                                const std::vector<int>& ids, const TellLayer& tell) const {
    const Var embedded = m_decoderEmbeddings->forward(context, ids, {});
    return {embedded, m_decoder->forward(context, embedded, encoded, sources, tell)};
}

PublishedNetwork::Pass PublishedNetwork::step(Context& context, const std::vector<int>& ids,
                                              DecoderCache& cache) const {
    const Var embedded = m_decoderEmbeddings->forward(context, ids, {});
    return {embedded, m_decoder->step(context, embedded, cache)};
}

PublishedNetwork::Pass PublishedNetwork::readOn(Context& context, const std::vector<int>& ids,
                                                DecoderCache& cache) const {
    const Var embedded = m_embeddings->forward(context, ids, std::vector<int>(ids.size(), 0));
    return {embedded, m_stack.step(context, embedded, cache)};
}

} // namespace headlight
