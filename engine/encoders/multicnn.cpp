#include "encoders/multicnn.h"

#include "core/number_list.h"

namespace headlight {

namespace {

/// "3,4,5" → 3, 4, 5.
std::vector<std::int64_t> kernelsFrom(const std::string& text) {
    return numbersOf(text, {1, 64, 16, "at most 16 widths of 1 to 64 tokens, such as 3,4,5"});
}

const Fields<MulticnnOptions>& multiCnnFields() {
    using O = MulticnnOptions;
    static const auto table =
        Fields<O>()
            .text("kernels", "Window widths in tokens", &O::kernels,
                  "widths of the convolutions in tokens, separated by commas. Only windows within the sentence count, "
                  "and a sentence shorter than a width is filled with zeros up to it; the released code also takes the "
                  "maximum over the padding of the batch, so that its result depends on the longest sentence there",
                  [](const std::string& text) { kernelsFrom(text); })
            .main()
            .integer("features", "Features per width", &O::features, 1, 4096, "features of each width")
            .main()
            .flag("pool", "Largest value of the sentence", &O::pool,
                  "each feature's largest value over the sentence is its vector; else every token has its own windows, "
                  "and "
                  "a pooling follows, as in Bi-BloSAN's sentence selection")
            .choice("initial", "First values", &O::initial, Convolution::firstNames(),
                    "first values: released is what the released code gets from TensorFlow, weights about ten times "
                    "smaller "
                    "than glorot's and biases that are not 0; glorot counts a window's inputs and outputs, biases are "
                    "0. On TREC released ended a little higher (90.5 against 89.9 %, 12 runs each), within the noise "
                    "at the best step");
    return table;
}

class Multicnn final : public EncoderWithoutAttention {
public:
    Multicnn(const MulticnnOptions& options, const Builder& builder, Index inputs, double keep)
        : m_features(options.features), m_keep(keep), m_pool(options.pool) {
        int number = 0;
        for (const std::int64_t kernel : kernelsFrom(options.kernels))
            m_convolutions.emplace_back(builder.part("convolution" + std::to_string(number++)), inputs, m_features,
                                        Index(kernel), options.initial);
    }

    Index width() const override { return m_features * Index(m_convolutions.size()); }
    bool pools() const override { return m_pool; }

    Var forward(Context& context, Var x) const override {
        if (!m_pool)
            return ofTokens(context, x);
        const Dropout shared = context.dropout(m_keep); // one dropped copy for all widths, as in the released code
        Var result = context.tape().make(width(), context.layout().sequences(), true);
        Index row = 0;
        for (const Convolution& convolution : m_convolutions) {
            convolution.largestInto(result.block(row, m_features), context, x, shared, Activation::Relu);
            row += m_features;
        }
        return result;
    }

private:
    Var ofTokens(Context& context, Var x) const {
        Var result = context.tape().make(width(), x.cols(), true);
        Index row = 0;
        for (const Convolution& convolution : m_convolutions) {
            convolution.forwardInto(result.block(row, m_features), context, x, m_keep, Activation::Relu);
            row += m_features;
        }
        return result;
    }

    Index m_features;
    double m_keep;
    bool m_pool;
    std::vector<Convolution> m_convolutions;
};

} // namespace

EncoderRow multicnnRow() {
    EncoderRow row;
    row.id = "multicnn";
    row.title = "Convolutions of several widths (Multi-CNN)";
    row.shortName = "Multi-CNN";
    row.paper = "Kim 2014, as in the experiments of Bi-BloSAN (2018), MTSA (2019) and LAMA (2020)";
    row.exposes = {"sensitivity"};
    row.presets = {
        {"paper", "Paper", "windows of 3, 4 and 5 tokens with 200 features each, as in Bi-BloSAN and MTSA", {}},
        {"lama",
         "LAMA's comparison",
         "100 features each, as in Kim's paper and in LAMA's comparison",
         {{"features", "100"}}},
        {"context-fusion",
         "Context fusion",
         "windows of 3 to 6 tokens with 50 features each at every token, as in Bi-BloSAN's sentence selection",
         {{"kernels", "3,4,5,6"}, {"features", "50"}, {"pool", "false"}}},
    };
    row.makeConfig = [] { return std::make_unique<ConfigOf<MulticnnOptions>>(multiCnnFields()); };
    row.make = [](const Config& config, const Builder& builder, Index inputs, double keep) -> std::unique_ptr<Encoder> {
        return std::make_unique<Multicnn>(dynamic_cast<const ConfigOf<MulticnnOptions>&>(config).value, builder, inputs,
                                          keep);
    };
    return row;
}

} // namespace headlight
