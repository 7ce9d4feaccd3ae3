#include "encoders/csan.h"

namespace headlight {

namespace {

const Fields<CsanOptions>& csanFields() {
    using O = CsanOptions;
    static const auto table =
        Fields<O>()
            .group("Heads")
            .integer("heads", "Heads", &O::heads, 1, 64, "number of heads")
            .main()
            .integer("head_features", "Features per head", &O::headFeatures, 1, 2048,
                     "features of a head's queries, keys and values")
            .main()
            .flag("output", "Output projection", &O::output, "output projection over the joined heads")
            .flag("biases", "Biases on the projections", &O::biases,
                  "biases on the query, key, value and output projections")
            .group("Area")
            .integer("window", "Window width in tokens", &O::window, 1, 9999,
                     "tokens that a query sees, itself in the middle (the paper's M + 1): odd. At the ends of a "
                     "sentence there are fewer")
            .main()
            .integer("area_heads", "Heads that a query sees", &O::areaHeads, 1, 63,
                     "heads whose keys a query sees, its own in the middle (the paper's N + 1): odd; 1 is the paper's "
                     "1D-CSAN, 3 its 2D-CSAN")
            .main()
            .choice("border", "Beyond the outermost heads", &O::border, borderNames(),
                    "neighbours that the outermost heads lack (the paper is silent): truncate sees fewer heads there, "
                    "circular those of the other end, replicate the outermost head once more; released is what the "
                    "released code computes, keys as in circular and values as in replicate")
            .group("Computation")
            .choice("form", "Computation", &O::form, attentionForms(),
                    "fused: computes what the window shows, cost and memory linear in length; reference: all n × n "
                    "pairs with a mask, as in the released code");
    return table;
}

class Csan final : public Encoder {
public:
    Csan(const CsanOptions& options, const Builder& builder, Index inputs, double keep)
        : m_options(options), m_keep(keep), m_query(head(builder, "query", inputs)),
          m_key(head(builder, "key", inputs)), m_value(head(builder, "value", inputs)) {
        const std::string mask = "window(" + std::to_string(halfOf("window", options.window)) + ")";
        m_masks.assign(std::size_t(options.heads), Mask::parse(mask));
        halfOf("area_heads", options.areaHeads);
        if (options.output)
            m_output.emplace(builder.part("output"), width(), width(), bias());
    }

    Index width() const override { return Index(m_options.heads) * m_options.headFeatures; }

    std::vector<std::vector<std::string>> headMasks() const override {
        return {std::vector<std::string>(m_masks.size(), m_masks.front().text())};
    }

    Var forward(Context& context, Var x) const override {
        const Var query = m_query.forward(context, x, m_keep), key = m_key.forward(context, x, m_keep);
        const Var value = m_value.forward(context, x, m_keep);
        DotProductOptions options;
        options.heads = m_options.heads;
        options.masks = context.masksOf(m_masks);
        options.weightDropout = context.dropout(m_keep);
        options.area = {m_options.areaHeads, m_options.border};
        if (Trace* trace = context.trace())
            recordDotProduct(*trace, context.head(MapPart::Self, 0), query, key, value, context.layout(), options);
        const auto attention =
            m_options.form == AttentionForm::Fused ? dotProductAttention : dotProductAttentionReference;
        const Var attended = context.scaled(attention(query, key, value, context.layout(), options), m_options.heads);
        return m_output ? m_output->forward(context, attended, m_keep) : attended;
    }

private:
    Linear::Bias bias() const { return m_options.biases ? Linear::Bias::Yes : Linear::Bias::No; }
    HeadLinear head(const Builder& builder, const char* name, Index inputs) const {
        return HeadLinear(builder.part(name), m_options.heads, inputs, m_options.headFeatures, bias());
    }

    CsanOptions m_options;
    double m_keep;
    std::vector<Mask> m_masks;
    HeadLinear m_query, m_key, m_value;
    std::optional<Linear> m_output;
};

} // namespace

int halfOf(const std::string& option, int value) {
    if (value % 2 == 0)
        throw Error(option + ": expected an odd number, got " + std::to_string(value));
    return value / 2;
}

EncoderRow csanRow() {
    EncoderRow row;
    row.id = "csan";
    row.title = "Convolutional self-attention (CSAN)";
    row.shortName = "CSAN";
    row.paper = "Yang et al. 2019, Convolutional Self-Attention Networks";
    row.exposes = {"token-to-token"};
    row.presets = {
        {"paper", "Paper (2D)", "2D-CSAN: a window of 11 tokens in 3 neighbouring heads", {}},
        {"1d", "1D", "1D-CSAN: a window of 11 tokens in a query's own head", {{"area_heads", "1"}}},
        {"released",
         "Released code",
         "2D-CSAN with the released code's rule for the outermost heads",
         {{"border", "released"}}},
    };
    row.makeConfig = [] { return std::make_unique<ConfigOf<CsanOptions>>(csanFields()); };
    row.make = [](const Config& config, const Builder& builder, Index inputs, double keep) -> std::unique_ptr<Encoder> {
        return std::make_unique<Csan>(dynamic_cast<const ConfigOf<CsanOptions>&>(config).value, builder, inputs, keep);
    };
    return row;
}

} // namespace headlight
