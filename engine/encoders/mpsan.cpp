#include "encoders/mpsan.h"

#include "attention/additive_layer.h"
#include "autodiff/ops_elementwise.h"
#include "masks/mask_texts.h"
#include "nn/fusion_gate.h"

#include <memory>
#include <optional>
#include <span>

namespace headlight {

namespace {

const Fields<MpsanOptions>& mpsanFields() {
    using O = MpsanOptions;
    static const auto table =
        Fields<O>()
            .text("masks", "Masks, one attention each", &O::masks,
                  "mask expressions, one attention for each. The default is the paper's: forward and backward with a "
                  "scaled distance, and FA(2), FA(3); the released code hides the pairs at distance m too, so that its "
                  "FA(2), FA(3) are fa(1), fa(2) here",
                  [](const std::string& text) { parseMasks(text); })
            .main()
            .choice(
                "scores", "Kind of weights", &O::scores,
                {{O::Scores::Scalar, "scalar", "One per pair"}, {O::Scores::Features, "features", "One per feature"}},
                "scalar: one weight for a pair of tokens (1-D, the published model); features: a weight for every "
                "feature of the pair (M-D)")
            .main()
            .choice(
                "fusion", "Fusion of the attentions", &O::fusion,
                {{O::Fusion::Tpw, "tpw", "Position weights"},
                 {O::Fusion::Gate, "gate", "Fusion gates"},
                 {O::Fusion::None, "none", "Mean"}},
                "tpw: tokens-position-weight, for every feature and token a softmax over the attentions and the "
                "input itself (the published model); gate: a fusion gate for each attention, the results joined; none: "
                "the attentions' mean, for the paper's ablation, which does not say how they come together")
            .main()
            .integer("features", "Features per attention", &O::features, 0, 2048,
                     "features of one attention; 0: as many as the input has, which the fusion tpw needs: it adds the "
                     "attentions to the input, feature by feature")
            .zero("as the input")
            .main()
            .choice("input_layers", "Input layers", &O::inputLayers,
                    {{O::InputLayers::Own, "own", "One each"}, {O::InputLayers::Shared, "shared", "One for all"}},
                    "own: every attention has an input layer (the published model); shared: one serves all of them")
            .choice("activation", "Input layer activation", &O::activation,
                    onlyChoices(activationNames(), {Activation::Relu, Activation::Elu}),
                    "after the input layers: relu in the released code, elu in the paper")
            .choice("form", "Computation", &O::form, attentionForms(),
                    "of scores for every feature; fused: streams over the pairs, memory linear in length; reference: "
                    "holds the n × n × d tensor");
    return table;
}

/// One attention: its input layer unless all share one, its scores, and its gate if there is one.
struct MaskedAttention {
    std::optional<Linear> input;
    AdditiveLayer attention;
    std::optional<FusionGate> gate;

    MaskedAttention(const MpsanOptions& options, const Builder& builder, Index inputs, Index features, double keep)
        : attention(builder, {features, options.scores == MpsanOptions::Scores::Scalar,
                              options.form == AttentionForm::Fused, false, keep}) {
        if (options.inputLayers == MpsanOptions::InputLayers::Own)
            input.emplace(builder.part("input"), inputs, features);
        if (options.fusion == MpsanOptions::Fusion::Gate)
            gate.emplace(builder, features, true, keep);
    }
};

class Mpsan final : public Encoder {
public:
    Mpsan(const MpsanOptions& options, const Builder& builder, Index inputs, double keep)
        : m_masks(parseMasks(options.masks)), m_features(options.features == 0 ? inputs : options.features),
          m_activation(options.activation), m_keep(keep), m_joins(options.fusion == MpsanOptions::Fusion::Gate) {
        const bool mixes = options.fusion == MpsanOptions::Fusion::Tpw;
        if (mixes && m_features != inputs)
            throw Error("features: fusion \"tpw\" mixes the attentions with the input of " + std::to_string(inputs) +
                        " features and needs as many, got " + std::to_string(m_features) +
                        ": leave features at 0 or choose another fusion");
        if (options.inputLayers == MpsanOptions::InputLayers::Shared)
            m_input.emplace(builder.part("input"), inputs, m_features);
        for (std::size_t g = 0; g < m_masks.size(); ++g)
            m_attentions.emplace_back(options, builder.part("head" + std::to_string(g)), inputs, m_features, keep);
        if (!mixes)
            return;
        const Index groups = Index(m_masks.size()) + 1;
        m_position.emplace(builder.part("position"), inputs, groups * inputs);
        m_positionBias = &builder.bias("position_bias", groups * inputs); // redundant, as in the released code
    }

    Index width() const override { return m_joins ? m_features * Index(m_masks.size()) : m_features; }

    std::vector<std::vector<std::string>> headMasks() const override { return {textsOf(m_masks)}; }

    Var forward(Context& context, Var x) const override {
        const auto masks = context.masksOf(m_masks);
        std::vector<Var> groups = {x}, gates;
        Var joined = m_joins ? context.tape().make(width(), x.cols(), true) : Var();
        const Var shared = m_input ? m_input->forward(context, x, m_keep, m_activation) : Var();
        for (std::size_t g = 0; g < m_masks.size(); ++g) {
            const MaskedAttention& own = m_attentions[g];
            const Var h = own.input ? own.input->forward(context, x, m_keep, m_activation) : shared;
            const AdditiveLayer::Scores scores = own.attention.scores(context, h);
            own.attention.record(context, scores, int(g), nameOf(g), masks[g]);
            const Var attended = own.attention.attend(scores, h, context.layout(), masks[g]);
            if (own.gate) {
                gates.push_back(own.gate->forward(context, h, attended));
                gatedInto(joined.block(Index(g) * m_features, m_features), gates.back(), h, attended);
            } else
                groups.push_back(context.scaled(attended, 1, int(g)));
        }
        for (std::size_t g = 0; g < gates.size(); ++g)
            recordGate(context, gates[g], int(g), "gate of " + nameOf(g));
        const Var result = m_joins      ? context.scaled(joined, int(m_masks.size()))
                           : m_position ? mixed(context, groups, masks)
                                        : meanOf(std::span(groups).subspan(1));
        return result;
    }

private:
    static std::string nameOf(std::size_t head) { return "head " + std::to_string(head); }

    static Var meanOf(std::span<const Var> values) {
        Var sum = values.front();
        for (const Var& value : values.subspan(1))
            sum = add(sum, value);
        return scale(sum, 1 / Real(values.size()));
    }

    Var mixed(Context& context, const std::vector<Var>& groups, std::span<const HeadMask> masks) const {
        const Var score = affine({m_position->term(context, groups.front(), m_keep)},
                                 {m_position->bias(context), context.tape().parameter(*m_positionBias)});
        record(context, score, masks);
        return mixBySoftmax(score, groups);
    }

    /// Tokens-position-weight: every token weighs the input and what each attention found.
    void record(const Context& context, Var score, std::span<const HeadMask> masks) const {
        if (!context.trace())
            return;
        const Index d = m_features;
        MapSource source{.address = context.head(MapPart::Groups, 0),
                         .label = "position weights",
                         .queries = score.cols(),
                         .keys = score.rows() / d,
                         .features = d,
                         .keyNames = {"input"}};
        for (const HeadMask& mask : masks)
            source.keyNames.push_back(mask.text());
        source.scores = [kept = std::make_shared<const Matrix>(score.value())](Index first, Index queries,
                                                                               Matrix& numbers) {
            numbers = kept->middleCols(first, queries);
        };
        context.trace()->record(std::move(source));
    }

    std::vector<Mask> m_masks;
    Index m_features;
    Activation m_activation;
    double m_keep;
    bool m_joins;                  ///< the attentions side by side; else their mix or mean
    std::optional<Linear> m_input; ///< of all attentions
    std::vector<MaskedAttention> m_attentions;
    std::optional<Linear> m_position; ///< of tokens-position-weight: the input's group first, then the masks'
    Parameter* m_positionBias = nullptr;
};

} // namespace

EncoderRow mpsanRow() {
    EncoderRow row;
    row.id = "mpsan";
    row.title = "Multiple positional self-attention (MPSAN)";
    row.shortName = "MPSAN";
    row.paper = "Dai et al. 2020, Multiple Positional Self-Attention Network for Text Classification";
    row.exposes = {"token-to-token", "token-to-group by feature", "gate by feature"};
    row.presets = {
        {"paper", "Paper", "four masks as the paper defines them, one weight a pair, tokens-position-weight", {}},
        {"released",
         "Released code",
         "the masks that the released code computes",
         {{"masks", "fw+logdist, bw+logdist, fa(1), fa(2)"}}},
        {"features",
         "Weight per feature",
         "a weight for every feature of a pair (the paper's M-D)",
         {{"scores", "features"}}},
        {"gate", "Fusion gates", "fusion gates, the attentions joined (the paper's FG)", {{"fusion", "gate"}}},
        {"mean",
         "Mean",
         "no position fusion (the paper's ablation): the attentions' mean, since the paper does not say how they come "
         "together",
         {{"fusion", "none"}}},
    };
    row.makeConfig = [] { return std::make_unique<ConfigOf<MpsanOptions>>(mpsanFields()); };
    row.make = [](const Config& config, const Builder& builder, Index inputs, double keep) -> std::unique_ptr<Encoder> {
        return std::make_unique<Mpsan>(dynamic_cast<const ConfigOf<MpsanOptions>&>(config).value, builder, inputs,
                                       keep);
    };
    return row;
}

} // namespace headlight
