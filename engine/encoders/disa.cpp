#include "encoders/disa.h"

#include "attention/additive_layer.h"
#include "autodiff/ops_elementwise.h"
#include "masks/mask_texts.h"
#include "nn/fusion_gate.h"

#include <array>

namespace headlight {

namespace {

const Fields<DisaOptions>& disaFields() {
    using O = DisaOptions;
    using Directions = O::Directions;
    static const auto table =
        Fields<O>()
            .integer("features", "Features per direction", &O::features, 1, 2048, "features of one direction")
            .main()
            .choice(
                "directions", "Directions", &O::directions,
                {{Directions::Both, "both", "Both"},
                 {Directions::Forward, "forward", "Forward"},
                 {Directions::Backward, "backward", "Backward"},
                 {Directions::None, "none", "Neither"}},
                "forward: a token sees those before it; backward: those after it; both: the two joined; none: all but "
                "itself")
            .main()
            .choice(
                "scores", "Kind of weights", &O::scores,
                {{O::Scores::Features, "features", "One per feature"}, {O::Scores::Scalar, "scalar", "One per pair"}},
                "features: a weight for every feature of a pair of tokens (the paper); scalar: one weight a pair")
            .main()
            .choice(
                "activation", "Input layer activation", &O::activation,
                onlyChoices(activationNames(), {Activation::Elu, Activation::Relu, Activation::None, Activation::Tanh}),
                "after the input layer: elu on SNLI, relu in the released code's other tasks")
            .choice(
                "form", "Computation", &O::form, attentionForms(),
                "fused: streams over the pairs, memory linear in length; reference: holds the n × n × d tensor as the "
                "paper writes it");
    return table;
}

/// One direction, with parameters of its own.
class DisaDirection {
public:
    DisaDirection(const DisaOptions& options, const Builder& builder, const std::string& label, Mask mask, Index inputs,
                  double keep)
        : m_label(label), m_mask(mask), m_activation(options.activation), m_keep(keep),
          m_input(builder.part("input"), inputs, options.features),
          m_attention(builder, {options.features, options.scores == DisaOptions::Scores::Scalar,
                                options.form == AttentionForm::Fused, false, keep}),
          m_gate(builder, options.features, true, keep) {}

    const std::string& label() const { return m_label; }
    const Mask& mask() const { return m_mask; }

    /// Returns how far the fusion gate is open.
    Var forwardInto(Var result, Context& context, Var x, int head, const HeadMask& mask) const {
        const Var h = m_input.forward(context, x, m_keep, m_activation);
        const AdditiveLayer::Scores scores = m_attention.scores(context, h);
        m_attention.record(context, scores, head, m_label, mask);
        const Var attended = m_attention.attend(scores, h, context.layout(), mask);
        const Var gate = m_gate.forward(context, h, attended);
        gatedInto(result, gate, h, attended);
        return gate;
    }

private:
    std::string m_label;
    Mask m_mask;
    Activation m_activation;
    double m_keep;
    Linear m_input;
    AdditiveLayer m_attention;
    FusionGate m_gate;
};

class Disa final : public Encoder {
public:
    Disa(const DisaOptions& options, const Builder& builder, Index inputs, double keep) : m_features(options.features) {
        const auto addDirection = [&](const char* name, const char* label, const char* mask) {
            m_directions.emplace_back(options, builder.part(name), label, Mask::parse(mask), inputs, keep);
            m_masks.push_back(m_directions.back().mask());
        };
        const auto addForward = [&] { addDirection("forward", "forward", "fw"); };
        const auto addBackward = [&] { addDirection("backward", "backward", "bw"); };
        switch (options.directions) {
        case DisaOptions::Directions::Both:
            addForward();
            addBackward();
            break;
        case DisaOptions::Directions::Forward:
            addForward();
            break;
        case DisaOptions::Directions::Backward:
            addBackward();
            break;
        case DisaOptions::Directions::None:
            addDirection("none", "undirected", "offdiag");
            break;
        }
    }

    Index width() const override { return m_features * Index(m_directions.size()); }

    std::vector<std::vector<std::string>> headMasks() const override { return {textsOf(m_masks)}; }

    Var forward(Context& context, Var x) const override {
        const auto masks = context.masksOf(m_masks);
        Var result = context.tape().make(width(), x.cols(), true);
        std::array<Var, 2> gates;
        const int directions = int(m_directions.size());
        for (int head = 0; head < directions; ++head)
            gates[std::size_t(head)] = m_directions[std::size_t(head)].forwardInto(
                result.block(head * m_features, m_features), context, x, head, masks[std::size_t(head)]);
        if (context.trace())
            for (int head = 0; head < directions; ++head)
                recordGate(context, gates[std::size_t(head)], head,
                           m_directions[std::size_t(head)].label() + " fusion gate");
        result = context.scaled(result, directions);
        return result;
    }

private:
    Index m_features;
    std::vector<DisaDirection> m_directions;
    std::vector<Mask> m_masks;
};

} // namespace

EncoderRow disaRow() {
    EncoderRow row;
    row.id = "disa";
    row.title = "Directional self-attention (DiSA)";
    row.shortName = "DiSA";
    row.paper = "Shen et al. 2018, DiSAN; Bi-BloSAN (2018) §2.3";
    row.exposes = {"token-to-token by feature", "gate by feature"};
    row.presets = {
        {"paper", "Paper", "two directions of 300 features, a weight per feature", {}},
        {"scalar", "One weight per pair", "one weight per pair of tokens", {{"scores", "scalar"}}},
    };
    row.makeConfig = [] { return std::make_unique<ConfigOf<DisaOptions>>(disaFields()); };
    row.make = [](const Config& config, const Builder& builder, Index inputs, double keep) -> std::unique_ptr<Encoder> {
        return std::make_unique<Disa>(dynamic_cast<const ConfigOf<DisaOptions>&>(config).value, builder, inputs, keep);
    };
    return row;
}

} // namespace headlight
