#include "encoders/bigru.h"

#include "nn/recurrent.h"

namespace headlight {

namespace {

const Fields<BiGruOptions>& biGruFields() {
    using O = BiGruOptions;
    static const auto table =
        Fields<O>()
            .integer("features", "Features per direction", &O::features, 1, 2048,
                     "features of one direction; a token gets twice as many")
            .main()
            .choice("reset", "Reset gate works on", &O::reset,
                    {{GruReset::Before, "before", "Last state"}, {GruReset::After, "after", "Weighted state"}},
                    "before: the reset gate works on the last state, gate biases start at 1 (TensorFlow, the code of "
                    "the papers' experiments); after: on its product with the weights, which has a bias of its own "
                    "(PyTorch, cuDNN and LAMA)");
    return table;
}

class BiGru final : public EncoderWithoutAttention {
public:
    BiGru(const BiGruOptions& options, const Builder& builder, Index inputs, double keep)
        : m_keep(keep), m_gru(builder, inputs, options.features, options.reset) {}

    Index width() const override { return m_gru.width(); }
    Var forward(Context& context, Var x) const override { return m_gru.forward(context, x, m_keep); }

private:
    double m_keep;
    Bidirectional<Gru> m_gru;
};

} // namespace

EncoderRow biGruRow() {
    EncoderRow row;
    row.id = "bigru";
    row.title = "Bidirectional GRU";
    row.shortName = "Bi-GRU";
    row.paper = "Cho et al. 2014, as in the experiments of Bi-BloSAN (2018) and MTSA (2019)";
    row.exposes = {"sensitivity"};
    row.presets = {
        {"paper", "Paper", "the baseline of the Bi-BloSAN and MTSA papers: 300 features a direction", {}},
        {"torch",
         "PyTorch",
         "PyTorch's layer: the reset gate works on the weighted state, with a second bias",
         {{"reset", "after"}}},
    };
    row.makeConfig = [] { return std::make_unique<ConfigOf<BiGruOptions>>(biGruFields()); };
    row.make = [](const Config& config, const Builder& builder, Index inputs, double keep) -> std::unique_ptr<Encoder> {
        return std::make_unique<BiGru>(dynamic_cast<const ConfigOf<BiGruOptions>&>(config).value, builder, inputs,
                                       keep);
    };
    return row;
}

} // namespace headlight
