#include "encoders/bisru.h"

#include "nn/recurrent.h"

namespace headlight {

namespace {

const Fields<BiSruOptions>& biSruFields() {
    static const auto table =
        Fields<BiSruOptions>()
            .integer("features", "Features per direction", &BiSruOptions::features, 1, 2048,
                     "features of one direction; where they are not as many as the input has, a ReLU layer comes first")
            .main()
            .flag("input_layer", "Input layer in any case", &BiSruOptions::inputLayer,
                  "the ReLU layer comes first even where the input has as many features, as in the released code for "
                  "SQuAD");
    return table;
}

class BiSru final : public EncoderWithoutAttention {
public:
    BiSru(const BiSruOptions& options, const Builder& builder, Index inputs, double keep)
        : m_keep(keep), m_sru(builder, options.features, options.features) {
        if (inputs != options.features || options.inputLayer)
            m_dense.emplace(builder.part("input"), inputs, options.features);
    }

    Index width() const override { return m_sru.width(); }
    Var forward(Context& context, Var x) const override {
        if (m_dense)
            x = m_dense->forward(context, x, m_keep, Activation::Relu);
        return m_sru.forward(context, x, m_keep);
    }

private:
    double m_keep;
    Bidirectional<Sru> m_sru;
    std::optional<Linear> m_dense;
};

} // namespace

EncoderRow biSruRow() {
    EncoderRow row;
    row.id = "bisru";
    row.title = "Bidirectional SRU";
    row.shortName = "Bi-SRU";
    row.paper = "Lei et al. 2017 (first version), as in the experiments of Bi-BloSAN (2018) and MTSA (2019)";
    row.exposes = {"sensitivity"};
    row.presets = {{"paper", "Paper", "the baseline of the papers: 300 features a direction", {}}};
    row.makeConfig = [] { return std::make_unique<ConfigOf<BiSruOptions>>(biSruFields()); };
    row.make = [](const Config& config, const Builder& builder, Index inputs, double keep) -> std::unique_ptr<Encoder> {
        return std::make_unique<BiSru>(dynamic_cast<const ConfigOf<BiSruOptions>&>(config).value, builder, inputs,
                                       keep);
    };
    return row;
}

} // namespace headlight
