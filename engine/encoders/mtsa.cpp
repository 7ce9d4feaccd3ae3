#include "encoders/mtsa.h"

#include "autodiff/ops_elementwise.h"
#include "masks/mask_texts.h"
#include "nn/fusion_gate.h"

#include <cmath>
#include <optional>

namespace headlight {

namespace {

const ChoiceNames<ScoreFunction> scoreFunctions = {{ScoreFunction::Exp, "exp", "Exponential"},
                                                   {ScoreFunction::Sigmoid, "sigmoid", "Sigmoid"},
                                                   {ScoreFunction::ExpTanh, "exp-tanh", "Limited by tanh"},
                                                   {ScoreFunction::ScaledSigmoid, "scaled-sigmoid", "Scaled sigmoid"}};

const Fields<MtsaOptions>& mtsaFields() {
    using O = MtsaOptions;
    static const auto table =
        Fields<O>()
            .group("Heads")
            .integer("heads", "Heads", &O::heads, 1, 64, "number of heads")
            .main()
            .integer("head_features", "Features per head", &O::headFeatures, 1, 2048, "features of one head")
            .main()
            .text(
                "masks", "Masks of the heads", &O::masks,
                "mask expressions, each for an equal run of heads; \"fw, bw\", forward and backward, is the paper, "
                "\"offdiag\" its ablation "
                "without masks; \"window(0)\", each token alone, is the one without any of its modules, a dense layer, "
                "when both parts of the score are off and nothing joins the heads",
                [](const std::string& text) { parseMasks(text); })
            .main()
            .group("Values")
            .choice("value_activation", "Activation of the values", &O::valueActivation,
                    onlyChoices(activationNames(), {Activation::None, Activation::Relu, Activation::Elu}),
                    "after the value map; the released classification code uses relu, elu on SNLI")
            .flag("value_bias", "Bias on the values", &O::valueBias, "bias on the value map")
            .group("Dot-product part")
            .flag("token2token", "Dot-product part of the score", &O::tokenToToken,
                  "the dot-product part of the score; off is the paper's ablation")
            .main()
            .choice("dot_from", "Queries and keys made from", &O::dotFrom,
                    {{O::DotFrom::X, "x", "Input"}, {O::DotFrom::V, "v", "Values"}},
                    "what queries and keys are made from: the input (paper) or the head's values (released "
                    "classification code)")
            .flag("dot_bias", "Biases on queries and keys", &O::dotBias, "biases on queries and keys")
            .choice("token_exp", "Function of the dot product", &O::tokenExp,
                    onlyChoices(scoreFunctions, {ScoreFunction::Exp, ScoreFunction::Sigmoid, ScoreFunction::ExpTanh}),
                    "e^σt of the dot product: exp (σ = identity), sigmoid (released classification code), or "
                    "exp(5·tanh(·/5))")
            .needs("token2token", {"true"})
            .group("Feature-wise part")
            .choice(
                "source", "Feature-wise part of the score", &O::source,
                {{O::Source::TwoLayer, "two-layer", "Two layers"},
                 {O::Source::Dense, "dense", "One layer"},
                 {O::Source::None, "none", "None"}},
                "the feature-wise part of the score: two layers (paper), one (released stacking, SRL and NMT code), "
                "or none, the paper's ablation")
            .main()
            .choice(
                "source_from", "Feature-wise part made from", &O::sourceFrom,
                {{O::SourceFrom::K, "k", "Keys"}, {O::SourceFrom::V, "v", "Values"}, {O::SourceFrom::X, "x", "Input"}},
                "what it is made from: keys (paper Eq. 9), values or input")
            .needs("source", {"two-layer", "dense"})
            .choice(
                "source_activation", "Feature-wise part, activation", &O::sourceActivation,
                onlyChoices(activationNames(), {Activation::Elu, Activation::Relu, Activation::Tanh, Activation::None}),
                "between its two layers")
            .needs("source", {"two-layer"})
            .choice("source_exp", "Function of feature-wise part", &O::sourceExp, scoreFunctions,
                    "e^σs of it; scaled-sigmoid, sigmoid(· / √d), is the released NMT code")
            .needs("source", {"two-layer", "dense"})
            .number("source_bias_start", "First bias of feature-wise part", &O::sourceBiasStart, -20, 20,
                    "first value of its last bias; 5 in the released NMT code's first set-up")
            .needs("source", {"two-layer", "dense"})
            .group("Output")
            .choice("combine", "Heads joined by", &O::combine,
                    {{O::Combine::Output, "output", "Output layer"},
                     {O::Combine::Gate, "gate", "Fusion gates"},
                     {O::Combine::None, "none", "Nothing"}},
                    "output: a dense layer over the joined heads (paper); gate: a fusion gate of values and attention "
                    "for "
                    "each head (released classification code)")
            .main()
            .flag("output_bias", "Bias on the output", &O::outputBias, "bias on the output projection")
            .needs("combine", {"output"})
            .choice("output_activation", "Activation of the output", &O::outputActivation,
                    onlyChoices(activationNames(), {Activation::None, Activation::Relu, Activation::Elu}),
                    "after the output projection")
            .needs("combine", {"output"})
            .group("Computation")
            .number(
                "attention_keep", "Attention keep probability", &O::attentionKeep, 0.01, 1,
                "keep probability of a weight in training: E^R and E^S are each kept with its square root, after the "
                "normaliser was formed; 0.81 on CR and SUBJ (the SRL code keeps each factor with p: give p² here)")
            .choice("form", "Computation", &O::form, attentionForms(),
                    "fused: Algorithm 1, matrix products only; reference: the n × n × d tensor of the definition");
    return table;
}

class Mtsa final : public Encoder {
public:
    Mtsa(const MtsaOptions& options, const Builder& builder, Index inputs, double keep)
        : m_options(options), m_masks(spreadOver(parseMasks(options.masks), options.heads)), m_keep(keep),
          m_value(builder.part("value"), options.heads, inputs, options.headFeatures, bias(options.valueBias)) {
        const Index d = options.headFeatures;
        const Index dotInputs = options.dotFrom == MtsaOptions::DotFrom::X ? inputs : d;
        const bool keys = options.tokenToToken || (options.source != MtsaOptions::Source::None &&
                                                   options.sourceFrom == MtsaOptions::SourceFrom::K);
        if (options.tokenToToken)
            m_query.emplace(builder.part("query"), options.heads, dotInputs, d, bias(options.dotBias));
        if (keys)
            m_key.emplace(builder.part("key"), options.heads, dotInputs, d, bias(options.dotBias));
        makeSource(builder, options.sourceFrom == MtsaOptions::SourceFrom::X ? inputs : d);
        switch (options.combine) {
        case MtsaOptions::Combine::Gate:
            m_gate.emplace(builder.part("gate"), options.heads, 2 * d, d);
            break;
        case MtsaOptions::Combine::Output:
            m_output.emplace(builder.part("output"), width(), width(), bias(options.outputBias));
            break;
        case MtsaOptions::Combine::None:
            break;
        }
    }

    Index width() const override { return Index(m_options.heads) * m_options.headFeatures; }

    std::vector<std::vector<std::string>> headMasks() const override { return {textsOf(m_masks)}; }

    Var forward(Context& context, Var x) const override {
        const Var value = m_value.forward(context, x, m_keep, m_options.valueActivation);
        const Var dotInput = m_options.dotFrom == MtsaOptions::DotFrom::X ? x : value;
        const Var query = m_query ? m_query->forward(context, dotInput, m_keep) : Var();
        const Var key = m_key ? m_key->forward(context, dotInput, m_keep) : Var();
        const Var source = sourceScores(context, x, key, value);

        TokenSourceOptions options;
        options.heads = m_options.heads;
        options.masks = context.masksOf(m_masks);
        options.token = m_options.tokenExp;
        options.source = m_options.sourceExp;
        options.tokenDropout = context.dropout(std::sqrt(m_options.attentionKeep));
        options.sourceDropout = context.dropout(std::sqrt(m_options.attentionKeep));
        const Var keyOfDot = m_query ? key : Var();
        if (Trace* trace = context.trace())
            recordTokenSource(*trace, context.head(MapPart::Self, 0), query, keyOfDot, source, value, options);
        const Var attended =
            m_options.form == AttentionForm::Fused
                ? tokenSourceAttention(query, keyOfDot, source, value, context.layout(), options)
                : tokenSourceAttentionReference(query, keyOfDot, source, value, context.layout(), options);
        return combined(context, value, attended);
    }

private:
    static Linear::Bias bias(bool wanted) { return wanted ? Linear::Bias::Yes : Linear::Bias::No; }

    void makeSource(const Builder& builder, Index inputs) {
        const Index d = m_options.headFeatures;
        const int heads = m_options.heads;
        switch (m_options.source) {
        case MtsaOptions::Source::TwoLayer:
            m_source1.emplace(builder.part("source1"), heads, inputs, d);
            m_source.emplace(builder.part("source2"), heads, d, d, Linear::Bias::Yes, m_options.sourceBiasStart);
            break;
        case MtsaOptions::Source::Dense:
            m_source.emplace(builder.part("source"), heads, inputs, d, Linear::Bias::Yes, m_options.sourceBiasStart);
            break;
        case MtsaOptions::Source::None:
            break;
        }
    }

    Var sourceInput(Var x, Var key, Var value) const {
        switch (m_options.sourceFrom) {
        case MtsaOptions::SourceFrom::K:
            return key;
        case MtsaOptions::SourceFrom::V:
            return value;
        case MtsaOptions::SourceFrom::X:
            return x;
        }
        return {};
    }

    Var sourceScores(Context& context, Var x, Var key, Var value) const {
        if (!m_source)
            return {};
        Var input = sourceInput(x, key, value);
        if (m_source1)
            input = m_source1->forward(context, input, m_keep, m_options.sourceActivation);
        return m_source->forward(context, input, m_keep);
    }

    Var combined(Context& context, Var value, Var attended) const {
        Var joined = attended;
        if (m_gate) {
            const Var gate = m_gate->forwardJoined(context, value, attended, m_keep, Activation::Sigmoid);
            recordGates(context, gate);
            joined = gated(gate, value, attended);
        }
        joined = context.scaled(joined, m_options.heads);
        return m_output ? m_output->forward(context, joined, m_keep, m_options.outputActivation) : joined;
    }

    void recordGates(Context& context, Var gate) const {
        if (!context.trace())
            return;
        const Index d = m_options.headFeatures;
        for (int head = 0; head < m_options.heads; ++head)
            recordGate(context, gate.block(head * d, d), head, "gate of head " + std::to_string(head));
    }

    MtsaOptions m_options;
    std::vector<Mask> m_masks;
    double m_keep;
    HeadLinear m_value;
    std::optional<HeadLinear> m_query, m_key, m_source1, m_source, m_gate;
    std::optional<Linear> m_output;
};

std::vector<Preset> presets() {
    return {
        {"paper",
         "Paper",
         "the paper's equations: queries, keys and values from the input, a feature-wise part of two layers "
         "from the keys, an output projection; 8 heads of 75 features",
         {}},
        {"classification",
         "Classification code",
         "the released classification code: 2 × 300, sigmoid of the dot product, a fusion gate for each head",
         {{"heads", "2"},
          {"head_features", "300"},
          {"value_activation", "relu"},
          {"value_bias", "true"},
          {"dot_from", "v"},
          {"token_exp", "sigmoid"},
          {"source_from", "v"},
          {"source_activation", "relu"},
          {"combine", "gate"}}},
        {"stacking",
         "Stacking code",
         "the released layer for stacking: a feature-wise part of one layer from the input, an output "
         "projection with a bias and ReLU",
         {{"source", "dense"}, {"source_from", "x"}, {"output_bias", "true"}, {"output_activation", "relu"}}},
        {"srl",
         "Role labelling code",
         "the released semantic role labelling code: 8 × 25, biases everywhere",
         {{"head_features", "25"},
          {"value_bias", "true"},
          {"dot_bias", "true"},
          {"source", "dense"},
          {"source_from", "x"},
          {"output_bias", "true"}}},
        {"nmt",
         "Translation code",
         "the released translation code: 8 × 64, no directional masks, sigmoid(S / √d) with a bias that starts at 5",
         {{"head_features", "64"},
          {"masks", "all"},
          {"source", "dense"},
          {"source_from", "v"},
          {"source_exp", "scaled-sigmoid"},
          {"source_bias_start", "5"}}},
    };
}

} // namespace

EncoderRow mtsaRow() {
    EncoderRow row;
    row.id = "mtsa";
    row.title = "Multi-mask tensorised self-attention (MTSA)";
    row.shortName = "MTSA";
    row.paper = "Shen et al. 2019, Tensorized Self-Attention";
    row.exposes = {"token-to-token by feature", "gate by feature"};
    row.presets = presets();
    row.makeConfig = [] { return std::make_unique<ConfigOf<MtsaOptions>>(mtsaFields()); };
    row.make = [](const Config& config, const Builder& builder, Index inputs, double keep) -> std::unique_ptr<Encoder> {
        return std::make_unique<Mtsa>(dynamic_cast<const ConfigOf<MtsaOptions>&>(config).value, builder, inputs, keep);
    };
    return row;
}

} // namespace headlight
