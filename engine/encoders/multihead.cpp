#include "encoders/multihead.h"

#include "attention/dot_product.h"
#include "masks/mask_texts.h"

#include <cmath>

namespace headlight {

namespace {

const Fields<MultiheadOptions>& multiheadFields() {
    using O = MultiheadOptions;
    static const auto table =
        Fields<O>()
            .integer("heads", "Heads", &O::heads, 1, 64, "number of heads")
            .main()
            .integer("head_features", "Features per head", &O::headFeatures, 1, 2048,
                     "features of a head's queries, keys and values")
            .main()
            .text("masks", "Masks of the heads", &O::masks,
                  "mask expressions, one for each equal run of heads, such as \"fw, bw\", forward and backward",
                  [](const std::string& text) { parseMasks(text); })
            .main()
            .choice(
                "positions", "Position code", &O::positions,
                onlyChoices(positionsNames(), {Positions::Scaled, Positions::Sinusoidal, Positions::None}),
                "positional code added to the input, of the papers' experiments: its wavelengths grow twice as fast "
                "as Vaswani's. " +
                    sizeOfPositionsHelp())
            .main()
            .flag("output", "Output projection", &O::output,
                  "output projection over the joined heads; the papers' experiments had none (their parameter counts "
                  "tell), a Transformer has one")
            .flag("biases", "Biases on the projections", &O::biases,
                  "biases on the query, key, value and output projections; the papers had none")
            .choice(
                "first_values", "First values of projections", &O::firstValues,
                {{O::FirstValues::Glorot, "glorot", "By Glorot's rule"},
                 {O::FirstValues::Released, "released", "Released code"}},
                "of the query, key and value projections, drawn evenly between −limit and limit; glorot: the limit is "
                "that of each head's own matrix; released: that times 1/√(3·heads), a fifth for 8 heads, because the "
                "papers' code keeps the matrices of all three and of all heads in one tensor and TensorFlow takes its "
                "whole size for it");
    return table;
}

class Multihead final : public Encoder {
public:
    Multihead(const MultiheadOptions& options, const Builder& builder, Index inputs, double keep)
        : m_options(options), m_masks(spreadOver(parseMasks(options.masks), options.heads)), m_keep(keep),
          m_query(head(builder, "query", inputs)), m_key(head(builder, "key", inputs)),
          m_value(head(builder, "value", inputs)) {
        if (options.output)
            m_output.emplace(builder.part("output"), width(), width(), bias());
        if (options.firstValues == MultiheadOptions::FirstValues::Released)
            for (const HeadLinear* layer : {&m_query, &m_key, &m_value})
                layer->weight().value /= std::sqrt(Real(3 * options.heads));
    }

    Index width() const override { return Index(m_options.heads) * m_options.headFeatures; }

    std::vector<std::vector<std::string>> headMasks() const override { return {textsOf(m_masks)}; }

    Var forward(Context& context, Var x) const override {
        x = addPositions(context, x, Wavelengths::Shen, m_options.positions);
        const Var query = m_query.forward(context, x, m_keep), key = m_key.forward(context, x, m_keep);
        const Var value = m_value.forward(context, x, m_keep);
        DotProductOptions options;
        options.heads = m_options.heads;
        options.masks = context.masksOf(m_masks);
        options.weightDropout = context.dropout(m_keep);
        if (Trace* trace = context.trace())
            recordDotProduct(*trace, context.head(MapPart::Self, 0), query, key, value, context.layout(), options);
        Var result = context.scaled(dotProductAttention(query, key, value, context.layout(), options), m_options.heads);
        return m_output ? m_output->forward(context, result, m_keep) : result;
    }

private:
    Linear::Bias bias() const { return m_options.biases ? Linear::Bias::Yes : Linear::Bias::No; }
    HeadLinear head(const Builder& builder, const char* name, Index inputs) const {
        return HeadLinear(builder.part(name), m_options.heads, inputs, m_options.headFeatures, bias());
    }

    MultiheadOptions m_options;
    std::vector<Mask> m_masks;
    double m_keep;
    HeadLinear m_query, m_key, m_value;
    std::optional<Linear> m_output;
};

} // namespace

EncoderRow multiheadRow() {
    EncoderRow row;
    row.id = "multihead";
    row.title = "Multi-head attention";
    row.shortName = "Multi-head";
    row.paper = "Vaswani et al. 2017, as in the experiments of Bi-BloSAN (2018) and MTSA (2019)";
    row.exposes = {"token-to-token"};
    row.presets = {
        {"scaled",
         "Scaled positions",
         "8 × 75, no output projection, no biases, as in the papers; a token's positional code is as large as its "
         "vector",
         {}},
        {"paper",
         "Paper",
         "as “Scaled positions”, but with the papers' position codes of amplitude 1, meant for vectors of GloVe's "
         "size: smaller ones drown in them",
         {{"positions", "sinusoidal"}}},
        {"released",
         "Released code",
         "as “Paper”, with the first values that the papers' code draws",
         {{"positions", "sinusoidal"}, {"first_values", "released"}}},
        {"transformer",
         "As in a Transformer",
         "as “Scaled positions”, with output projection and biases",
         {{"output", "true"}, {"biases", "true"}}},
    };
    row.adaptTo = [](Config& config, const TrainingSet& set) {
        const MultiheadOptions& options = dynamic_cast<ConfigOf<MultiheadOptions>&>(config).value;
        return warningOfLargePositions(options.positions, set.vectorSize);
    };
    row.makeConfig = [] { return std::make_unique<ConfigOf<MultiheadOptions>>(multiheadFields()); };
    row.make = [](const Config& config, const Builder& builder, Index inputs, double keep) -> std::unique_ptr<Encoder> {
        return std::make_unique<Multihead>(dynamic_cast<const ConfigOf<MultiheadOptions>&>(config).value, builder,
                                           inputs, keep);
    };
    return row;
}

} // namespace headlight
