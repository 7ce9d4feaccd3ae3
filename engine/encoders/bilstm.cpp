#include "encoders/bilstm.h"

#include "nn/recurrent.h"

namespace headlight {

namespace {

const Fields<BiLstmOptions>& biLstmFields() {
    static const auto table = Fields<BiLstmOptions>()
                                  .integer("features", "Features per direction", &BiLstmOptions::features, 1, 2048,
                                           "features of one direction; a token gets twice as many")
                                  .main();
    return table;
}

class BiLstm final : public EncoderWithoutAttention {
public:
    BiLstm(const BiLstmOptions& options, const Builder& builder, Index inputs, double keep)
        : m_keep(keep), m_lstm(builder, inputs, options.features) {}

    Index width() const override { return m_lstm.width(); }
    Var forward(Context& context, Var x) const override { return m_lstm.forward(context, x, m_keep); }

private:
    double m_keep;
    Bidirectional<Lstm> m_lstm;
};

} // namespace

EncoderRow biLstmRow() {
    EncoderRow row;
    row.id = "bilstm";
    row.title = "Bidirectional LSTM";
    row.shortName = "Bi-LSTM";
    row.paper = "Hochreiter and Schmidhuber 1997, as in the experiments of Bi-BloSAN (2018) and MTSA (2019)";
    row.exposes = {"sensitivity"};
    row.presets = {{"paper", "Paper", "the baseline of the papers: 300 features a direction", {}}};
    row.makeConfig = [] { return std::make_unique<ConfigOf<BiLstmOptions>>(biLstmFields()); };
    row.make = [](const Config& config, const Builder& builder, Index inputs, double keep) -> std::unique_ptr<Encoder> {
        return std::make_unique<BiLstm>(dynamic_cast<const ConfigOf<BiLstmOptions>&>(config).value, builder, inputs,
                                        keep);
    };
    return row;
}

} // namespace headlight
