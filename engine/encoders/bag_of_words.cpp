#include "encoders/bag_of_words.h"

#include "autodiff/ops_sequence.h"

namespace headlight {

namespace {

struct NoOptions {};

const Fields<NoOptions>& noFields() {
    static const Fields<NoOptions> table;
    return table;
}

class BagOfWords final : public EncoderWithoutAttention {
public:
    using Pooling = Var (*)(Var, const Layout&);
    BagOfWords(Pooling pooling, Index inputs) : m_pooling(pooling), m_inputs(inputs) {}

    Index width() const override { return m_inputs; }
    bool pools() const override { return true; }
    Var forward(Context& context, Var x) const override { return m_pooling(x, context.layout()); }

private:
    Pooling m_pooling;
    Index m_inputs;
};

EncoderRow rowOf(const std::string& id, const std::string& title, const std::string& shortName,
                 const std::string& paper, const std::string& help, BagOfWords::Pooling pooling) {
    EncoderRow row;
    row.id = id;
    row.title = title;
    row.shortName = shortName;
    row.paper = paper;
    row.exposes = {"sensitivity"};
    row.presets = {{"paper", "Paper", help, {}}};
    row.makeConfig = [] { return std::make_unique<ConfigOf<NoOptions>>(noFields()); };
    row.make = [pooling](const Config&, const Builder&, Index inputs, double) -> std::unique_ptr<Encoder> {
        return std::make_unique<BagOfWords>(pooling, inputs);
    };
    return row;
}

} // namespace

EncoderRow avgRow() {
    return rowOf("avg", "Mean of the word vectors (AVG)", "AVG", "the baseline AVG of Mehta et al. 2020, LAMA",
                 "no context and no parameters: the mean of a sentence's word vectors", meanOverTokens);
}

EncoderRow cbowRow() {
    return rowOf("cbow", "Sum of the word vectors (CBOW)", "CBOW", "the ablation \"without attention\" of MPSAN",
                 "no context and no parameters: the sum of a sentence's word vectors", sumOverTokens);
}

} // namespace headlight
