#include "encoders/transformer/transformer.h"

#include "autodiff/ops_elementwise.h"
#include "autodiff/ops_sequence.h"
#include "encoders/transformer/layer_parts.h"
#include "nn/keep.h"
#include "nn/positions.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

/// Attention and feed-forward, each with its residual connection and its normalisation.
class Layer {
public:
    Layer(const TransformerOptions& options, const Builder& builder, const std::string& attention)
        : m_feedForwardFirst(options.order == TransformerOptions::Order::FeedForwardFirst), m_residual(options),
          m_attention(makeSublayer(attention, options, builder.part("attention"))),
          m_attentionNorm(builder.part("attention_norm"), options.features, layerNormEpsilon),
          m_feedForward(options, builder) {}

    std::vector<std::string> headMasks() const { return m_attention->headMasks(); }

    Var forward(Context& context, Var x) const {
        return m_feedForwardFirst ? attended(context, m_feedForward.forward(context, x))
                                  : m_feedForward.forward(context, attended(context, x));
    }

private:
    Var attended(Context& context, Var x) const {
        const auto attention = [&](Var y) { return m_attention->forward(context, y); };
        return m_residual.around(context, x, m_attentionNorm, attention);
    }

    bool m_feedForwardFirst;
    Residual m_residual;
    std::unique_ptr<ContextSublayer> m_attention;
    LayerNorm m_attentionNorm;
    FeedForward m_feedForward;
};

class Transformer final : public Encoder {
public:
    /// `options` with a keep probability for every place.
    Transformer(const TransformerOptions& options, const Builder& builder, Index inputs, bool pools)
        : m_options(options), m_pools(pools) {
        if (options.features % options.heads != 0)
            throw Error("features: expected a multiple of the " + std::to_string(options.heads) + " heads, got " +
                        std::to_string(options.features));
        if (inputs != options.features)
            m_input.emplace(builder.part("input"), inputs, options.features);
        if (options.inputBias)
            m_inputBias = &builder.bias("input_bias", options.features);
        if (options.positions == Positions::Learned) {
            m_positions =
                &builder.normal("positions", Parameter::Kind::Weight, options.features, options.maxLength, 0.02);
            m_positions->decays = false; // embeddings never do
        }
        for (int layer = 0; layer < options.layers; ++layer) {
            const bool special = options.attentionLayers == 0 || layer < options.attentionLayers;
            m_layers.emplace_back(options, builder.part("layer" + std::to_string(layer)),
                                  special ? options.attention : "plain");
        }
        if (options.finalNorm)
            m_finalNorm.emplace(builder.part("final_norm"), options.features, layerNormEpsilon);
    }

    Index width() const override { return m_options.features; }
    bool pools() const override { return m_pools; }
    Index learnedPositions() const override { return m_positions ? m_options.maxLength : 0; }

    bool attends() const override {
        return std::any_of(m_layers.begin(), m_layers.end(),
                           [](const Layer& layer) { return !layer.headMasks().empty(); });
    }

    std::vector<std::vector<std::string>> headMasks() const override {
        if (!attends())
            return {{""}}; // as every encoder without attention
        std::vector<std::vector<std::string>> masks;
        for (const Layer& layer : m_layers)
            masks.push_back(layer.headMasks());
        return masks;
    }

    Var forward(Context& context, Var x) const override {
        if (m_input)
            x = m_input->forward(context, x);
        if (m_options.scaleInput)
            x = scale(x, std::sqrt(Real(m_options.features)));
        if (m_inputBias)
            x = addBias(x, context.tape().parameter(*m_inputBias));
        if (m_positions)
            x = addByPosition(x, context.tape().parameter(*m_positions), context.layout());
        else
            x = addPositions(context, x, Wavelengths::Vaswani, m_options.positions);
        x = dropped(x, context.dropout(m_options.inputKeep));
        const Tape::Section layers(context.tape());
        for (std::size_t layer = 0; layer < m_layers.size(); ++layer) {
            const AtLayer at(context, int(layer));
            x = layers.leave(m_layers[layer].forward(context, x));
        }
        if (m_finalNorm)
            x = m_finalNorm->forward(context, x);
        return m_pools ? meanOverTokens(x, context.layout()) : x;
    }

private:
    TransformerOptions m_options;
    bool m_pools;
    std::optional<Linear> m_input;
    Parameter* m_inputBias = nullptr;
    Parameter* m_positions = nullptr;
    std::vector<Layer> m_layers;
    std::optional<LayerNorm> m_finalNorm;
};

/// LAMA's baseline where it differs from a stack for translation.
struct TeOptions : TransformerOptions {
    TeOptions() {
        layers = 1;
        feedForward = 1024;
        norm = Norm::Post;
        finalNorm = false;
        scaleInput = false;
        positions = Positions::Learned;
    }
};

template <class Options>
EncoderRow rowOf(bool pools) {
    static const Fields<Options> fields = transformerFields<Options>();
    EncoderRow row;
    row.exposes = {"token-to-token", "token-to-token by feature", "block-to-block", "gate by feature", "sensitivity"};
    row.makeConfig = [] { return std::make_unique<ConfigOf<Options>>(fields); };
    row.make = [pools](const Config& config, const Builder& builder, Index inputs,
                       double keep) -> std::unique_ptr<Encoder> {
        const Options& options = dynamic_cast<const ConfigOf<Options>&>(config).value;
        return std::make_unique<Transformer>(withKeep(options, keep), builder, inputs, pools);
    };
    row.adaptTo = [](Config& config, const TrainingSet& set) {
        const TransformerOptions& options = dynamic_cast<ConfigOf<Options>&>(config).value;
        double size = set.vectorSize;
        if (set.vectorFeatures != options.features) // after a dense layer with Glorot's first values
            size *= std::sqrt(2.0 * double(set.vectorFeatures) / double(set.vectorFeatures + options.features));
        if (options.scaleInput)
            size *= std::sqrt(double(options.features));
        return warningOfLargePositions(options.positions, size);
    };
    row.check = [](const Config& config) {
        const TransformerOptions& options = dynamic_cast<const ConfigOf<Options>&>(config).value;
        if (options.attentionLayers > options.layers)
            throw Error("attention_layers: expected 0 … " + std::to_string(options.layers) +
                        ", which is how many layers there are, got " + std::to_string(options.attentionLayers));
    };
    return row;
}

} // namespace

TransformerOptions withKeep(TransformerOptions options, double keep) {
    for (const auto& [name, own] :
         {std::pair("input_keep", &options.inputKeep), std::pair("residual_keep", &options.residualKeep),
          std::pair("feed_forward_keep", &options.feedForwardKeep),
          std::pair("attention_keep", &options.attentionKeep)}) {
        checkKeep(name, *own);
        *own = keepOr(*own, keep);
    }
    return options;
}

EncoderRow transformerRow() {
    EncoderRow row = rowOf<TransformerOptions>(false);
    row.id = "transformer";
    row.title = "Transformer encoder";
    row.shortName = "Transformer";
    row.paper = "Vaswani et al. 2017; with the attentions compared in CSAN (2019) and those of MTSA (2019)";
    using Values = std::vector<std::pair<std::string, std::string>>;
    const auto keeping = [](const char* input, const char* residual, const char* others) {
        return Values{{"input_keep", input},
                      {"residual_keep", residual},
                      {"feed_forward_keep", others},
                      {"attention_keep", others}};
    };
    const auto with = [&](const Values& keeps, const Values& more) {
        Values values = more;
        values.insert(values.end(), keeps.begin(), keeps.end());
        return values;
    };
    const Values compared = keeping("1", "0.9", "1"), lowest3 = with(compared, {{"attention_layers", "3"}});
    const Values ofRoles = {{"layers", "10"},
                            {"features", "200"},
                            {"feed_forward", "800"},
                            {"norm", "post"},
                            {"order", "feed-forward-first"},
                            {"final_norm", "false"},
                            {"input_bias", "true"}};
    row.presets = {
        {"base", "Base",
         "the base model of CSAN's comparison: 6 layers of 512, normalisation before each part, dropout of 0.1 of what "
         "each part gives and nowhere else; but the positional code is as large as the word vectors, and theirs has "
         "amplitude 1 beside vectors of about that size. The presets from “2D-CSAN” to “Blocks” add one kind of "
         "attention each",
         compared},
        {"post-norm", "Normalised after each part",
         "normalisation after each part and dropout of 0.1 of what it gives and of the input, as Vaswani et al. wrote "
         "it; positions as in “Base”",
         with(keeping("0.9", "0.9", "1"), {{"norm", "post"}, {"final_norm", "false"}})},
        {"translation-base", "Translation, base",
         "the base model as CSAN's code has it for translation: “Base” with positions of amplitude 1 and a bias on the "
         "input",
         with(compared, {{"positions", "sinusoidal"}, {"input_bias", "true"}})},
        {"translation-big", "Translation, big",
         "the big model of Vaswani et al., which CSAN's paper compares with, too: 6 layers of 1,024 with 16 heads, "
         "4,096 "
         "feed-forward units, dropout of 0.3; otherwise as “Translation, base”",
         with(keeping("1", "0.7", "1"), {{"features", "1024"},
                                         {"feed_forward", "4096"},
                                         {"heads", "16"},
                                         {"positions", "sinusoidal"},
                                         {"input_bias", "true"}})},
        {"small",
         "Small",
         "2 layers of 128 with 4 heads, for small corpora; dropout everywhere, by the keep probability",
         {{"layers", "2"}, {"heads", "4"}, {"features", "128"}, {"feed_forward", "512"}}},
        {"csan-2d", "2D-CSAN", "2D-CSAN in the 3 lowest layers", with(lowest3, {{"attention", "csan"}})},
        {"csan-1d", "1D-CSAN", "1D-CSAN in the 3 lowest layers",
         with(lowest3, {{"attention", "csan"}, {"area_heads", "1"}})},
        {"bi-direct", "Two directions", "CSAN's comparison: 4 pairs of directed heads",
         with(compared, {{"attention", "bi-direct"}})},
        {"rel-pos", "Relative vectors",
         "CSAN's comparison: relative positions up to 16, 25 thousand parameters more in the encoder; of a translation "
         "model 74 thousand, as its decoder has them, too, which CSAN's table counts",
         with(compared, {{"attention", "rel-pos"}, {"last_distance", "false"}})},
        {"neighbor", "Near tokens",
         "CSAN's comparison: a trained width for every head, 48 parameters more; CSAN's table counts 0.4 "
         "million more, and the paper does not say which",
         with(compared, {{"attention", "neighbor"}})},
        {"local-hard", "Bell, fixed",
         "CSAN's comparison: a predicted bell curve of fixed width in the 3 lowest layers, which multiplies the "
         "scores' exponentials and hides nothing, as in the nearest file of its code; with 256 units that "
         "predict the window there are 0.4 million parameters more, as many as in CSAN's table",
         with(lowest3, {{"attention", "local-hard"}, {"cut", "false"}, {"window_units", "256"}})},
        {"local-hard-luong", "Bell, fixed (Luong)",
         "as “Bell, fixed”, but as Luong et al. wrote it, whom CSAN's table cites: a window is cut out, and the bell "
         "curve "
         "multiplies the weights after the softmax",
         with(lowest3, {{"attention", "local-hard"}, {"bell", "weights"}, {"window_units", "256"}})},
        {"local-soft", "Bell, predicted", "CSAN's comparison: a predicted bell curve in the 3 lowest layers",
         with(lowest3, {{"attention", "local-soft"}})},
        {"block", "Blocks",
         "CSAN's comparison: blocks of 4 tokens, 7.9 million parameters more, as in CSAN's code, "
         "where its table counts 6.0 million",
         with(compared, {{"attention", "block"}})},
        {"mtsa-nmt", "MTSA translation",
         "MTSA's translation model: no biases on the attention's maps, dropout of 0.1 everywhere; positions as in "
         "“Base”",
         with(keeping("0.9", "0.9", "0.9"), {{"attention", "mtsa-nmt"}, {"biases", "false"}})},
        {"mtsa-srl", "MTSA role labels",
         "MTSA's semantic role labelling model as released: 10 layers of 200, the feed-forward part first. There 100 "
         "features of a word and 100 of the predicate's mark are its input, and what is read off it goes through no "
         "hidden layer, as the recipe “srl-full” has it; there first values are Glorot-normal, here uniform of the "
         "same variance",
         with(keeping("1", "0.8", "0.9"), with(ofRoles, {{"attention", "mtsa-srl"}, {"positions", "none"}}))},
        {"srl-baseline", "Role labels, plain",
         "what MTSA is compared with on semantic roles (Tan et al. 2018): the same stack with plain attention, which "
         "has no order of its own: so positions of amplitude 1 and dropout of 0.2 of the input",
         with(keeping("0.8", "0.8", "0.9"), with(ofRoles, {{"positions", "sinusoidal"}}))},
    };
    return row;
}

EncoderRow teRow() {
    EncoderRow row = rowOf<TeOptions>(true);
    row.id = "te";
    row.title = "Transformer encoder layer with mean pooling (TE)";
    row.shortName = "TE";
    row.paper = "Vaswani et al. 2017, as the baseline of LAMA (Mehta et al. 2020)";
    row.presets = {{"paper", "Paper", "one layer of 512 with 8 heads, learned positions, mean over the tokens", {}}};
    return row;
}

} // namespace headlight
