#include "encoders/san.h"

#include "autodiff/ops_elementwise.h"
#include "autodiff/ops_sequence.h"
#include "nn/pooling.h"
#include "nn/recurrent.h"

namespace headlight {

namespace {

const Fields<SanOptions>& sanFields() {
    using O = SanOptions;
    static const auto table =
        Fields<O>()
            .group("Bi-LSTM")
            .integer("features", "LSTM features per direction", &O::features, 1, 2048, "features of one direction")
            .main()
            .flag("biases", "Biases in the LSTM", &O::biases,
                  "biases in the LSTM; the LAMA paper's author left them out of the released baseline")
            .group("Attention")
            .integer("attention_features", "Units of the tanh layer", &O::attentionFeatures, 1, 4096,
                     "units of the tanh layer (d_a)")
            .integer("heads", "Heads", &O::heads, 1, 512,
                     "number of weightings of a sentence (hops, r); the LAMA paper tunes it for each corpus")
            .main()
            .number("penalty", "Penalty on equal heads", &O::penalty, 0, 100,
                    "factor of ‖AAᵀ − I‖² in the loss, which keeps heads from looking at the same tokens; 0: none")
            .zero("none")
            .main();
    return table;
}

class San final : public Encoder {
public:
    San(const SanOptions& options, const Builder& builder, Index inputs, double keep)
        : m_options(options), m_keep(keep),
          m_lstm(builder.part("lstm"), inputs, options.features, options.biases ? Linear::Bias::Yes : Linear::Bias::No),
          m_inner(builder.part("inner").uniform("weight", Parameter::Kind::Weight, options.attentionFeatures,
                                                m_lstm.width(), 0.1)),
          m_outer(builder.part("outer").uniform("weight", Parameter::Kind::Weight, options.heads,
                                                options.attentionFeatures, 0.1)) {}

    Index width() const override { return Index(m_options.heads) * m_lstm.width(); }
    bool pools() const override { return true; }
    std::vector<std::vector<std::string>> headMasks() const override {
        return {std::vector<std::string>(std::size_t(m_options.heads))};
    }

    Var forward(Context& context, Var x) const override {
        Tape& tape = context.tape();
        const Var h = m_lstm.forward(context, x, m_keep);
        const Var inner = affine({{h, tape.parameter(m_inner), context.dropout(m_keep)}}, {}, Activation::Tanh);
        const Var score = affine({{inner, tape.parameter(m_outer), context.dropout(m_keep)}}, {});
        if (context.training() && m_options.penalty > 0)
            context.addPenalty(
                scale(headOverlap(score, context.layout()), Real(m_options.penalty) * context.exampleWeight()));
        return poolByHeads(context, score, h);
    }

private:
    SanOptions m_options;
    double m_keep;
    Bidirectional<Lstm> m_lstm;
    Parameter& m_inner;
    Parameter& m_outer;
};

} // namespace

EncoderRow sanRow() {
    EncoderRow row;
    row.id = "san";
    row.title = "Structured self-attention (SAN)";
    row.shortName = "SAN";
    row.paper = "Lin et al. 2017, A Structured Self-Attentive Sentence Embedding";
    row.exposes = {"source-to-token"};
    row.presets = {
        {"paper", "Paper", "30 heads over a Bi-LSTM of 300 features a direction, penalty 1", {}},
        {"lama-baseline",
         "LAMA's baseline",
         "as released by the LAMA paper's author: an LSTM without biases",
         {{"biases", "false"}}},
    };
    row.makeConfig = [] { return std::make_unique<ConfigOf<SanOptions>>(sanFields()); };
    row.make = [](const Config& config, const Builder& builder, Index inputs, double keep) -> std::unique_ptr<Encoder> {
        return std::make_unique<San>(dynamic_cast<const ConfigOf<SanOptions>&>(config).value, builder, inputs, keep);
    };
    return row;
}

} // namespace headlight
