#include "encoders/transformer/decoder.h"

#include "autodiff/ops_dropout.h"
#include "autodiff/ops_elementwise.h"
#include "autodiff/ops_sequence.h"
#include "encoders/transformer/decoder_attention.h"
#include "encoders/transformer/layer_parts.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace headlight {

namespace {

bool sameLayout(const Layout& a, const Layout& b) {
    if (a.sequences() != b.sequences())
        return false;
    for (Index s = 0; s < a.sequences(); ++s)
        if (a.length(s) != b.length(s) || a.position(s) != b.position(s))
            return false;
    return true;
}

} // namespace

/// Self attention, cross attention and feed-forward part, each with its residual connection.
class TransformerDecoder::Layer {
public:
    Layer(const TransformerOptions& options, const Builder& builder, int number, bool relative)
        : m_number(number), m_residual(options), m_self(options, builder.part("attention"), MapPart::Self, relative),
          m_selfNorm(builder.part("attention_norm"), options.features, layerNormEpsilon),
          m_cross(options, builder.part("cross_attention"), MapPart::Cross, relative),
          m_crossNorm(builder.part("cross_attention_norm"), options.features, layerNormEpsilon),
          m_feedForward(options, builder) {}

    std::vector<std::string> headMasks(MapPart part) const {
        return (part == MapPart::Cross ? m_cross : m_self).headMasks();
    }

    KeysAndValues readSource(Context& context, Var encoded) const { return m_cross.read(context, encoded); }

    Var forward(Context& context, Var x, Var encoded, const AttentionLayouts& cross) const {
        const auto own = [&](Var y) { return m_self.attend(context, y, m_self.read(context, y), context.layout()); };
        return run(context, x, own, m_cross.read(context, encoded), cross);
    }

    Var step(Context& context, Var x, DecoderCache& cache, const AttentionLayouts& self,
             const AttentionLayouts& cross) const {
        Tape& tape = context.tape();
        const auto place = std::size_t(m_number);
        const auto own = [&](Var y) {
            const KeysAndValues next = m_self.read(context, y);
            cache.append(place, next.key.value(), next.value.value());
            const KeysAndValues all{tape.constant(cache.layer(place).key), tape.constant(cache.layer(place).value)};
            return m_self.attend(context, y, all, self);
        };
        const KeysAndValues source{tape.constant(cache.layer(place).crossKey),
                                   tape.constant(cache.layer(place).crossValue)};
        return run(context, x, own, source, cross);
    }

private:
    template <class Own>
    Var run(Context& context, Var x, Own own, const KeysAndValues& source, const AttentionLayouts& cross) const {
        const AtLayer at(context, m_number, Stack::Decoder);
        x = m_residual.around(context, x, m_selfNorm, own);
        x = m_residual.around(context, x, m_crossNorm,
                              [&](Var y) { return m_cross.attend(context, y, source, cross); });
        return m_feedForward.forward(context, x);
    }

    int m_number;
    Residual m_residual;
    DecoderAttention m_self;
    LayerNorm m_selfNorm;
    DecoderAttention m_cross;
    LayerNorm m_crossNorm;
    FeedForward m_feedForward;
};

TransformerDecoder::TransformerDecoder(const TransformerOptions& options, const Builder& builder) : m_options(options) {
    if (options.features % options.heads != 0)
        throw Error("features: expected a multiple of the " + std::to_string(options.heads) + " heads, got " +
                    std::to_string(options.features));
    if (options.positions == Positions::Learned) {
        m_positions = &builder.normal("positions", Parameter::Kind::Weight, options.features, options.maxLength, 0.02);
        m_positions->decays = false; // embeddings never do
    }
    for (int layer = 0; layer < options.layers; ++layer) {
        const bool special = options.attentionLayers == 0 || layer < options.attentionLayers;
        m_layers.push_back(std::make_unique<const Layer>(options, builder.part("layer" + std::to_string(layer)), layer,
                                                         special && options.attention == "rel-pos"));
    }
    if (options.finalNorm)
        m_finalNorm.emplace(builder.part("final_norm"), options.features, layerNormEpsilon);
}

TransformerDecoder::~TransformerDecoder() = default;

std::vector<std::vector<std::string>> TransformerDecoder::headMasks(MapPart part) const {
    std::vector<std::vector<std::string>> masks;
    for (const auto& layer : m_layers)
        masks.push_back(layer->headMasks(part));
    return masks;
}

Var TransformerDecoder::input(Context& context, Var x) const {
    if (m_options.scaleInput)
        x = scale(x, std::sqrt(Real(m_options.features)));
    if (m_positions)
        x = addByPosition(x, context.tape().parameter(*m_positions), context.layout());
    else
        x = addPositions(context, x, Wavelengths::Vaswani, m_options.positions);
    return dropped(x, context.dropout(m_options.inputKeep));
}

Var TransformerDecoder::output(Context& context, Var x) const {
    return m_finalNorm ? m_finalNorm->forward(context, x) : x;
}

Var TransformerDecoder::forward(Context& context, Var x, Var encoded, const Layout& sources) const {
    const AttentionLayouts cross(context.layout(), sources);
    x = input(context, x);
    const Tape::Section layers(context.tape());
    for (const auto& layer : m_layers)
        x = layers.leave(layer->forward(context, x, encoded, cross));
    return output(context, x);
}

DecoderCache TransformerDecoder::start(Context& context, Var encoded) const {
    std::vector<DecoderCache::Layer> layers;
    for (const auto& layer : m_layers) {
        const KeysAndValues source = layer->readSource(context, encoded);
        const Matrix nothing(m_options.features, 0);
        layers.push_back({nothing, nothing, source.key.value(), source.value.value()});
    }
    return DecoderCache(std::move(layers), context.layout());
}

Var TransformerDecoder::step(Context& context, Var x, DecoderCache& cache) const {
    const Layout& next = context.layout();
    const Index tokens = next.tokens() / cache.sequences();
    if (tokens == 0 || !sameLayout(next, cache.next(tokens)))
        throw std::invalid_argument("TransformerDecoder::step: expected as many tokens from position " +
                                    std::to_string(cache.length()) + " on of each of " +
                                    std::to_string(cache.sequences()) + " sequences");
    const Layout all = cache.all(tokens), sources = cache.sources();
    const AttentionLayouts self(next, all), cross(next, sources);
    x = input(context, x);
    const Tape::Section layers(context.tape());
    for (const auto& layer : m_layers)
        x = layers.leave(layer->step(context, x, cache, self, cross));
    cache.advance(tokens);
    return output(context, x);
}

} // namespace headlight
