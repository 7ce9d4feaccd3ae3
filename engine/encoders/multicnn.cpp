#include "encoders/multicnn.h"

#include <charconv>
#include <string_view>

namespace headlight {

namespace {

constexpr int widestKernel = 64;
constexpr std::size_t mostKernels = 16;

/// "3,4,5" → 3, 4, 5; blanks are allowed.
std::vector<Index> kernelsFrom(const std::string& text) {
    const auto wrong = [&] {
        return Error("expected at most " + std::to_string(mostKernels) + " widths of 1 to " +
                     std::to_string(widestKernel) + " tokens, such as 3,4,5, got \"" + printable(text, 80) + "\"");
    };
    std::vector<Index> kernels;
    std::string_view rest = text;
    for (bool more = true; more;) {
        const std::size_t comma = rest.find(',');
        more = comma != std::string_view::npos;
        std::string_view part = rest.substr(0, comma);
        rest = more ? rest.substr(comma + 1) : std::string_view();
        while (!part.empty() && part.front() == ' ')
            part.remove_prefix(1);
        while (!part.empty() && part.back() == ' ')
            part.remove_suffix(1);
        int kernel = 0;
        const char* const end = part.data() + part.size();
        const auto [stop, error] = std::from_chars(part.data(), end, kernel);
        if (error != std::errc() || stop != end || kernel < 1 || kernel > widestKernel || kernels.size() == mostKernels)
            throw wrong();
        kernels.push_back(kernel);
    }
    return kernels;
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
        : m_features(options.features), m_keep(keep) {
        int number = 0;
        for (const Index kernel : kernelsFrom(options.kernels))
            m_convolutions.emplace_back(builder.part("convolution" + std::to_string(number++)), inputs, m_features,
                                        kernel, options.initial);
    }

    Index width() const override { return m_features * Index(m_convolutions.size()); }
    bool pools() const override { return true; }

    Var forward(Context& context, Var x) const override {
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
    Index m_features;
    double m_keep;
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
    };
    row.makeConfig = [] { return std::make_unique<ConfigOf<MulticnnOptions>>(multiCnnFields()); };
    row.make = [](const Config& config, const Builder& builder, Index inputs, double keep) -> std::unique_ptr<Encoder> {
        return std::make_unique<Multicnn>(dynamic_cast<const ConfigOf<MulticnnOptions>&>(config).value, builder, inputs,
                                          keep);
    };
    return row;
}

} // namespace headlight
