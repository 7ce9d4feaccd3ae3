#include "models/published/published_pass.h"

#include "core/error.h"
#include "core/thread_pool.h"
#include "models/published/published_model.h"
#include "models/published/published_writer.h"
#include "models/translation_model.h"
#include "nn/trace.h"

#include <algorithm>

namespace headlight {

namespace {

constexpr Index scoredTogether = 64; ///< tokens; scores of a whole vocabulary for all of a text may not fit

void checkIds(const NetworkInput& input, const char* name, const std::vector<int>& ids, const EmbeddingShape& shape) {
    const std::string where = input.where + ": array \"" + name + "\"";
    for (std::size_t token = 0; token < ids.size(); ++token)
        if (ids[token] < 0 || Index(ids[token]) >= shape.vocabulary)
            throw Error(where + ": id " + std::to_string(ids[token]) + " of token " + std::to_string(token) +
                        " is none of the model's, which are less than " + std::to_string(shape.vocabulary) +
                        "; is it another model's reference?");
    if (const Index most = shape.mostTokens(); most > 0 && Index(ids.size()) > most)
        throw Error(where + ": " + std::to_string(ids.size()) + " tokens, and the model has positions for " +
                    std::to_string(most) + "; is it another model's reference?");
}

void checkInput(const NetworkShape& shape, const NetworkInput& input, const std::set<PassPart>& wanted) {
    checkIds(input, "ids", input.ids, shape.embeddings);
    const Index types = shape.embeddings.types; // a network without any does not read them
    for (const int type : input.types)
        if (type < 0 || (types > 0 && Index(type) >= types))
            throw Error(input.where + ": array \"token_types\": there is no type " + std::to_string(type) +
                        ", the model's are less than " + std::to_string(types));
    if (shape.decoder && input.decoderIds.empty() && wanted.contains(PassPart::Logits))
        throw Error(input.where +
                    ": array \"target_ids\" is missing; the model's logits are of what its decoder reads");
    if (!shape.decoder && !input.decoderIds.empty())
        throw Error(input.where + ": array \"target_ids\": the model has no decoder that could read them");
    if (shape.decoder)
        checkIds(input, "target_ids", input.decoderIds, shape.decoder->embeddings);
}

/// One pass, and who is told of it.
class ToldPass {
public:
    ToldPass(const PublishedNetwork& network, const std::set<PassPart>& wanted,
             const std::function<void(const PassRows&)>& take, const RunControl& control)
        : m_network(network), m_wanted(wanted), m_take(take), m_check(control.check),
          m_pool(control.threads > 0 ? control.threads : ThreadPool::processors()) {
        prepare(m_tape);
    }

    void run(const NetworkInput& input) {
        const Layout sources({Index(input.ids.size())});
        Context context(m_tape, sources);
        Trace ofSource(0), ofTarget(1, 0);
        if (m_wanted.contains(PassPart::Attentions))
            context.setTrace(&ofSource);
        std::vector<int> types = input.types;
        types.resize(input.ids.size());
        const PublishedNetwork::Pass read =
            m_network.read(context, input.ids, types, between(PassPart::HiddenStates, m_network.stack()));
        tellEnds(PassPart::HiddenStates, m_network.stack(), read);
        tellMaps(PassPart::Attentions, MapPart::Self, ofSource, m_network.stack().shape());
        if (!m_network.shape().decoder)
            return tellScores(context, read.stack.last);
        if (input.decoderIds.empty())
            return;
        const bool wantsOfTarget =
            m_wanted.contains(PassPart::DecoderAttentions) || m_wanted.contains(PassPart::CrossAttentions);
        const Layout targets({Index(input.decoderIds.size())});
        const LayoutScope scope(context, targets);
        context.setTrace(wantsOfTarget ? &ofTarget : nullptr);
        const PublishedStack& decoder = *m_network.decoder();
        const PublishedNetwork::Pass written = m_network.decode(context, read.stack.last, sources, input.decoderIds,
                                                                between(PassPart::DecoderHiddenStates, decoder));
        tellEnds(PassPart::DecoderHiddenStates, decoder, written);
        tellMaps(PassPart::DecoderAttentions, MapPart::Self, ofTarget, decoder.shape());
        tellMaps(PassPart::CrossAttentions, MapPart::Cross, ofTarget, decoder.shape());
        tellScores(context, written.stack.last);
    }

private:
    void prepare(Tape& tape) {
        tape.spreadOver(&m_pool);
        tape.checkBy(m_check);
    }

    /// Columns are rows of the array: a token's numbers are side by side.
    void take(const PassArray& array, int layer, Index first, Var columns) {
        const Matrix numbers = columns.value();
        m_take({array, layer, 0, first, {numbers.data(), std::size_t(numbers.size())}});
    }

    void tellState(PassPart part, const PublishedStack& stack, int state, Var x) {
        if (m_wanted.contains(part))
            take({part, {std::int64_t(stack.shape().layers) + 1, x.cols(), x.rows()}}, state, 0, x);
    }

    /// Of the states between the layers.
    PublishedNetwork::TellLayer between(PassPart part, const PublishedStack& stack) {
        return [this, part, &stack](int layer, Var result) {
            if (layer + 1 < stack.shape().layers)
                tellState(part, stack, layer + 1, result);
        };
    }

    /// Of the state before the first layer, and the one behind the final norm.
    void tellEnds(PassPart part, const PublishedStack& stack, const PublishedNetwork::Pass& pass) {
        tellState(part, stack, 0, pass.embedded);
        tellState(part, stack, int(stack.shape().layers), pass.stack.last);
    }

    void tellMaps(PassPart part, MapPart ofLayer, const Trace& trace, const StackShape& stack) {
        if (!m_wanted.contains(part))
            return;
        for (const auto& source : trace.sources()) {
            if (source->address.part != ofLayer)
                continue;
            const AttentionMap map = mapOf(*source, MapStage::Weight, meanOfFeatures, m_check);
            const PassArray array{part, {stack.layers, stack.heads, map.queries, map.keys}};
            m_take({array, source->address.layer, source->address.head, 0, map.values});
        }
    }

    void tellScores(Context& context, Var last) {
        const TopShape::Kind kind = m_network.shape().top.kind;
        if (!m_wanted.contains(PassPart::Logits) || kind == TopShape::Kind::None)
            return;
        if (kind == TopShape::Kind::Classes) {
            const Var scores = m_network.classScores(context, last);
            const PassArray array{PassPart::Logits, {scores.rows()}};
            return take(array, 0, 0, scores);
        }
        Tape tape;
        prepare(tape);
        const Index tokens = last.cols();
        for (Index first = 0; first < tokens; first += scoredTogether) {
            const Layout layout({std::min(scoredTogether, tokens - first)});
            tape.reset();
            Context own(tape, layout);
            const Var scores =
                m_network.tokenScores(own, tape.constant(Matrix(last.value().middleCols(first, layout.tokens()))));
            const PassArray array{PassPart::Logits, {tokens, scores.rows()}};
            take(array, 0, first, scores);
        }
    }

    const PublishedNetwork& m_network;
    const std::set<PassPart>& m_wanted;
    const std::function<void(const PassRows&)>& m_take;
    const Check& m_check;
    ThreadPool m_pool;
    Tape m_tape;
};

} // namespace

const PublishedNetwork* publishedNetworkOf(const Model& model) {
    if (const auto* const published = dynamic_cast<const PublishedModel*>(&model))
        return &published->network();
    const auto* const translation = dynamic_cast<const TranslationModel*>(&model);
    const auto* const writer = translation ? dynamic_cast<const PublishedWriter*>(&translation->writer()) : nullptr;
    return writer ? &writer->publishedNetwork() : nullptr;
}

void passOver(const PublishedNetwork& network, const NetworkInput& input, const std::set<PassPart>& wanted,
              const std::function<void(const PassRows&)>& take, const RunControl& control) {
    checkInput(network.shape(), input, wanted);
    ToldPass(network, wanted, take, control).run(input);
}

} // namespace headlight
