#include "encoders/hrchycnn.h"

#include "autodiff/ops_elementwise.h"
#include "nn/linear.h"

#include <numbers>
#include <optional>

namespace headlight {

namespace {

const Fields<HrchycnnOptions>& hrchyCnnFields() {
    using O = HrchycnnOptions;
    static const auto table =
        Fields<O>()
            .integer("features", "Features per layer", &O::features, 1, 4096,
                     "features a layer gives; its convolution makes twice as many")
            .main()
            .integer("layers", "Layers", &O::layers, 1, 16, "layers one above the other")
            .main()
            .integer("kernel", "Window width in tokens", &O::kernel, 1, 64,
                     "tokens of a window around each token; with zeros beyond the sentence's ends")
            .main()
            .choice(
                "variant", "Variant", &O::variant,
                {{O::Variant::Released, "released", "Released code"},
                 {O::Variant::Gehring, "gehring", "After Gehring"}},
                "released: of the experiments' code; both halves of a convolution are rectified before one gates the "
                "other, and every layer but the first adds its input. gehring: of Gehring et al. 2017; a linear layer "
                "first, nothing rectified, every layer adds its input, and the sum is scaled by √½")
            .choice(
                "initial", "First values", &O::initial, Convolution::firstNames(),
                "first values: released is what the released code gets from TensorFlow, weights more than ten times "
                "smaller than glorot's and biases that are not 0; glorot counts a window's inputs and outputs, "
                "biases are 0. On TREC released ended a little higher (87.1 against 86.2 %, 3 short runs each)");
    return table;
}

class Hrchycnn final : public EncoderWithoutAttention {
public:
    Hrchycnn(const HrchycnnOptions& options, const Builder& builder, Index inputs, double keep)
        : m_features(options.features), m_reach(Index(options.layers) * (options.kernel / 2)), m_keep(keep) {
        if (options.variant == HrchycnnOptions::Variant::Gehring)
            m_input.emplace(builder.part("input"), inputs, m_features);
        for (int layer = 0; layer < options.layers; ++layer)
            m_layers.emplace_back(builder.part("layer" + std::to_string(layer)),
                                  layer == 0 && !m_input ? inputs : m_features, 2 * m_features, options.kernel,
                                  options.initial);
    }

    Index width() const override { return m_features; }
    std::optional<Index> reach() const override { return m_reach; }

    Var forward(Context& context, Var x) const override {
        if (m_input)
            x = m_input->forward(context, x, m_keep);
        const Tape::Section layers(context.tape());
        for (const Convolution& layer : m_layers) {
            const Var both = layer.forward(context, x, m_keep, m_input ? Activation::None : Activation::Relu);
            const Var gated = gatedLinear(both.block(0, m_features), both.block(m_features, m_features));
            if (m_input)
                x = scale(add(gated, x), std::numbers::sqrt2_v<Real> / 2);
            else
                x = &layer == &m_layers.front() ? gated : add(gated, x);
            layers.leave(x);
        }
        return x;
    }

private:
    Index m_features;
    Index m_reach; ///< of the longer side of an even window
    double m_keep;
    std::optional<Linear> m_input; ///< of Gehring's variant only
    std::vector<Convolution> m_layers;
};

} // namespace

EncoderRow hrchycnnRow() {
    EncoderRow row;
    row.id = "hrchycnn";
    row.title = "Gated convolutions in layers (Hrchy-CNN)";
    row.shortName = "Hrchy-CNN";
    row.paper =
        "Gehring et al. 2017 and Dauphin et al. 2017, as in the experiments of Bi-BloSAN (2018) and MTSA (2019)";
    row.exposes = {"sensitivity"};
    row.presets = {{"paper", "Paper", "three layers of 300 features with windows of 5 tokens", {}},
                   {"gehring", "After Gehring", "the layers as Gehring et al. have them", {{"variant", "gehring"}}}};
    row.makeConfig = [] { return std::make_unique<ConfigOf<HrchycnnOptions>>(hrchyCnnFields()); };
    row.make = [](const Config& config, const Builder& builder, Index inputs, double keep) -> std::unique_ptr<Encoder> {
        return std::make_unique<Hrchycnn>(dynamic_cast<const ConfigOf<HrchycnnOptions>&>(config).value, builder, inputs,
                                          keep);
    };
    return row;
}

} // namespace headlight
