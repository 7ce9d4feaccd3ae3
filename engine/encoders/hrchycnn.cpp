#include "encoders/hrchycnn.h"

#include "autodiff/ops_elementwise.h"
#include "nn/convolution.h"

namespace headlight {

namespace {

const Fields<HrchycnnOptions>& fields() {
    using O = HrchycnnOptions;
    static const auto table =
        Fields<O>()
            .integer("features", &O::features, 1, 4096, "features a layer gives; its convolution makes twice as many")
            .integer("layers", &O::layers, 1, 16, "layers one above the other")
            .integer("kernel", &O::kernel, 1, 64,
                     "tokens of a window around each token; with zeros beyond the sentence's ends")
            .choice(
                "initial", &O::initial, Convolution::firstNames(),
                "first values: released is what the released code gets from TensorFlow, weights more than ten times "
                "smaller than glorot's and biases that are not 0; glorot counts a window's inputs and outputs, "
                "biases are 0. On TREC released ended a little higher (87.1 against 86.2 %, 3 short runs each)");
    return table;
}

class Hrchycnn final : public EncoderWithoutAttention {
public:
    Hrchycnn(const HrchycnnOptions& options, const Builder& builder, Index inputs, double keep)
        : m_features(options.features), m_keep(keep) {
        for (int layer = 0; layer < options.layers; ++layer)
            m_layers.emplace_back(builder.part("layer" + std::to_string(layer)), layer == 0 ? inputs : m_features,
                                  2 * m_features, options.kernel, Convolution::firstFrom(options.initial));
    }

    Index width() const override { return m_features; }

    Var forward(Context& context, Var x) const override {
        for (const Convolution& layer : m_layers) {
            const Var both = layer.forward(context, x, m_keep, Activation::Relu);
            const Var gated = gatedLinear(both.block(0, m_features), both.block(m_features, m_features));
            x = &layer == &m_layers.front() ? gated : add(gated, x);
        }
        return x;
    }

private:
    Index m_features;
    double m_keep;
    std::vector<Convolution> m_layers;
};

} // namespace

EncoderRow hrchycnnRow() {
    EncoderRow row;
    row.id = "hrchycnn";
    row.title = "Gated convolutions in layers (Hrchy-CNN)";
    row.paper =
        "Gehring et al. 2017 and Dauphin et al. 2017, as in the experiments of Bi-BloSAN (2018) and MTSA (2019)";
    row.exposes = {"sensitivity"};
    row.presets = {{"paper", "three layers of 300 features with windows of 5 tokens", {}}};
    row.makeConfig = [] { return std::make_unique<ConfigOf<HrchycnnOptions>>(fields()); };
    row.make = [](const Config& config, const Builder& builder, Index inputs, double keep) -> std::unique_ptr<Encoder> {
        return std::make_unique<Hrchycnn>(dynamic_cast<const ConfigOf<HrchycnnOptions>&>(config).value, builder, inputs,
                                          keep);
    };
    return row;
}

} // namespace headlight
