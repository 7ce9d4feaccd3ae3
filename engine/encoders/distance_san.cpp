#include "encoders/distance_san.h"

#include "attention/dot_product.h"
#include "autodiff/ops_dropout.h"
#include "autodiff/ops_elementwise.h"
#include "autodiff/ops_sequence.h"
#include "core/product.h"
#include "nn/fusion_gate.h"
#include "nn/layer_norm.h"

#include <array>
#include <cmath>
#include <memory>
#include <optional>

namespace headlight {

namespace {

constexpr double normEpsilon = 1e-5; // of every layer normalisation

const Fields<DistanceSanOptions>& distanceSanFields() {
    using O = DistanceSanOptions;
    static const auto table =
        Fields<O>()
            .integer("heads", "Heads per direction", &O::heads, 1, 64, "number of heads of one direction")
            .main()
            .integer("head_features", "Features per head", &O::headFeatures, 1, 2048,
                     "features of a head; a direction has heads × head_features of them")
            .main()
            .number("distance", "Distance penalty on scores", &O::distance, 0, 1000,
                    "what a score loses for every token between query and key (α of the paper); 0: distance does not "
                    "matter")
            .zero("none")
            .main()
            .choice("score_scale", "Scores divided by the root of", &O::scoreScale,
                    {{O::ScoreScale::Head, "head", "Head features"}, {O::ScoreScale::Width, "width", "All features"}},
                    "what a score is divided by: head is the root of a head's features, width the root of those of all "
                    "heads of a direction, as in the public PyTorch version that reproduces the paper's figures")
            .integer("inner_features", "Feed-forward units", &O::innerFeatures, 1, 16384,
                     "features inside the feed-forward layer")
            .choice("sentence_vector", "Sentence vector", &O::sentenceVector,
                    {{O::SentenceVector::Paper, "paper", "By the encoder"},
                     {O::SentenceVector::None, "none", "By the pooling"}},
                    "paper: the encoder pools itself, source2token with layer normalisation joined with the largest "
                    "value of each feature; none: it gives its tokens, and the sentence model pools them");
    return table;
}

Mask maskOf(const char* direction, const DistanceSanOptions& options) {
    return Mask::parse(direction + std::string("+dist(") + detail::formatNumber(options.distance) + ")");
}

/// One direction, with parameters of its own. One normalisation serves queries, keys and values of all heads, another
/// one both sides of the gate and its result: only so the paper's parameter count comes out.
class DistanceSanDirection {
public:
    DistanceSanDirection(const DistanceSanOptions& options, const Builder& builder, std::string name, int firstHead,
                         Index inputs, double keep)
        : m_label(std::move(name)), m_firstHead(firstHead), m_heads(options.heads),
          m_headFeatures(options.headFeatures), m_keep(keep),
          m_queryScale(options.scoreScale == DistanceSanOptions::ScoreScale::Width ? 1 / std::sqrt(Real(options.heads))
                                                                                   : Real(1)),
          m_query(headLinear(builder.part("query"), inputs)), m_key(headLinear(builder.part("key"), inputs)),
          m_value(headLinear(builder.part("value"), inputs)),
          m_headNorm(builder.part("head_norm"), m_headFeatures, normEpsilon),
          m_output(builder.part("output"), width(), width()),
          m_outputNorm(builder.part("output_norm"), width(), normEpsilon),
          m_gateInput(builder.part("gate_input"), inputs, width(), Linear::Bias::No),
          m_gateAttention(builder.part("gate_attention"), width(), width(), Linear::Bias::No),
          m_gateBias(builder.bias("gate_bias", width())), m_gateNorm(builder.part("gate_norm"), width(), normEpsilon),
          m_inner(builder.part("inner"), width(), options.innerFeatures),
          m_outer(builder.part("outer"), options.innerFeatures, width()),
          m_norm(builder.part("norm"), width(), normEpsilon) {}

    const std::string& label() const { return m_label; }
    Index width() const { return Index(m_heads) * m_headFeatures; }

    /// Into result [width × tokens]; masks of this direction's heads. Returns how far the gate is open.
    Var forwardInto(Var result, Context& context, Var x, HeadMasks masks) const {
        const Var attended = attention(context, x, masks);
        const auto [gate, fused] = fusion(context, x, attended);
        const Var transformed = m_outer.forward(context, m_inner.forward(context, fused, 1, Activation::Relu));
        const Var y = m_norm.forward(context, add(fused, dropped(transformed, context.dropout(m_keep))));
        scaleInto(result, y, 1);
        return gate;
    }

private:
    HeadLinear headLinear(const Builder& builder, Index inputs) const {
        return HeadLinear(builder, m_heads, inputs, m_headFeatures, Linear::Bias::No);
    }

    Var attention(Context& context, Var x, HeadMasks masks) const {
        Var query = m_headNorm.forward(context, m_query.forward(context, x));
        const Var key = m_headNorm.forward(context, m_key.forward(context, x));
        const Var value = m_headNorm.forward(context, m_value.forward(context, x));
        if (m_queryScale != 1)
            query = scale(query, m_queryScale);
        DotProductOptions options;
        options.heads = m_heads;
        options.masks = masks;
        if (Trace* trace = context.trace())
            record(*trace, context, query, key, masks);
        const Var attended =
            context.scaled(dotProductAttention(query, key, value, context.layout(), options), m_heads, m_firstHead);
        return dropped(m_outputNorm.forward(context, m_output.forward(context, attended)), context.dropout(m_keep));
    }

    struct Fusion {
        Var gate, result;
    };
    Fusion fusion(Context& context, Var x, Var attended) const {
        const Var fromInput = m_gateNorm.forward(context, m_gateInput.forward(context, x));
        const Var fromAttention = m_gateNorm.forward(context, m_gateAttention.forward(context, attended));
        const Var sum = addBias(add(fromInput, fromAttention), context.tape().parameter(m_gateBias));
        const Var gate = activated(dropped(sum, context.dropout(m_keep)), Activation::Sigmoid);
        return {gate, m_gateNorm.forward(context, gated(gate, fromInput, fromAttention))};
    }

    void record(Trace& trace, const Context& context, Var query, Var key, HeadMasks masks) const {
        const Index d = m_headFeatures;
        const auto kept = std::make_shared<const std::pair<Matrix, Matrix>>(query.value(), key.value());
        for (int head = 0; head < m_heads; ++head)
            trace.record({.address = context.head(MapPart::Self, m_firstHead + head),
                          .label = m_label + " " + std::to_string(head),
                          .queries = query.cols(),
                          .keys = query.cols(),
                          .mask = masks[std::size_t(head)],
                          .scores = [kept, head, d](Index first, Index queries, Matrix& numbers) {
                              setProduct(numbers, kept->second.middleRows(head * d, d).transpose(),
                                         kept->first.block(head * d, first, d, queries));
                              numbers /= std::sqrt(Real(d));
                          }});
    }

    std::string m_label;
    int m_firstHead, m_heads;
    Index m_headFeatures;
    double m_keep;
    Real m_queryScale;
    HeadLinear m_query, m_key, m_value;
    LayerNorm m_headNorm;
    Linear m_output;
    LayerNorm m_outputNorm;
    Linear m_gateInput, m_gateAttention;
    Parameter& m_gateBias;
    LayerNorm m_gateNorm;
    Linear m_inner, m_outer;
    LayerNorm m_norm;
};

/// Source2token pooling with one normalisation after both of its layers, joined with the largest values:
/// [width × tokens] → [2·width × sequences].
class SentenceVector {
public:
    SentenceVector(const Builder& builder, Index width)
        : m_inner(builder.part("inner"), width, width), m_outer(builder.part("outer"), width, width),
          m_norm(builder.part("norm"), width, normEpsilon) {}

    Var forward(Context& context, Var x) const {
        const Layout& layout = context.layout();
        const Var inner = activated(m_norm.forward(context, m_inner.forward(context, x)), Activation::Elu);
        const Var score = m_norm.forward(context, m_outer.forward(context, inner));
        if (Trace* trace = context.trace())
            trace->record({.address = context.head(MapPart::Pooling, 0),
                           .label = "source2token",
                           .queries = 1,
                           .keys = x.cols(),
                           .features = x.rows(),
                           .scores = oneRow(score.value())});
        const Var pooled = context.scaled(poolBySoftmax(score, x, layout), 1, 0, MapPart::Pooling);
        Var result = context.tape().make(2 * x.rows(), layout.sequences(), true);
        scaleInto(result.block(0, x.rows()), pooled, 1);
        scaleInto(result.block(x.rows(), x.rows()), maxOverTokens(x, layout), 1);
        return result;
    }

private:
    Linear m_inner, m_outer;
    LayerNorm m_norm;
};

class DistanceSan final : public Encoder {
public:
    DistanceSan(const DistanceSanOptions& options, const Builder& builder, Index inputs, double keep)
        : m_heads(options.heads) {
        int firstHead = 0;
        for (const auto& [name, mask] : {std::pair("forward", "fw"), std::pair("backward", "bw")}) {
            m_directions.emplace_back(options, builder.part(name), name, firstHead, inputs, keep);
            m_masks.insert(m_masks.end(), std::size_t(m_heads), maskOf(mask, options));
            firstHead += m_heads;
        }
        if (options.sentenceVector == DistanceSanOptions::SentenceVector::Paper)
            m_sentence.emplace(builder.part("source2token"), tokenWidth());
    }

    Index width() const override { return m_sentence ? 2 * tokenWidth() : tokenWidth(); }
    bool pools() const override { return m_sentence.has_value(); }

    std::vector<std::vector<std::string>> headMasks() const override {
        std::vector<std::vector<std::string>> layers(1);
        for (const Mask& mask : m_masks)
            layers[0].push_back(mask.text());
        if (m_sentence)
            layers.push_back({""});
        return layers;
    }

    Var forward(Context& context, Var x) const override {
        const HeadMasks masks = context.masksOf(m_masks);
        Var tokens = context.tape().make(tokenWidth(), x.cols(), true);
        std::array<Var, 2> gates;
        for (std::size_t k = 0; k < m_directions.size(); ++k) {
            const DistanceSanDirection& direction = m_directions[k];
            gates[k] = direction.forwardInto(tokens.block(Index(k) * direction.width(), direction.width()), context, x,
                                             masks.subspan(k * std::size_t(m_heads), std::size_t(m_heads)));
        }
        if (context.trace())
            for (std::size_t k = 0; k < m_directions.size(); ++k)
                recordGate(context, gates[k], int(k), m_directions[k].label() + " fusion gate");
        const AtLayer behind(context, 1);
        return m_sentence ? m_sentence->forward(context, tokens) : tokens;
    }

private:
    Index tokenWidth() const { return Index(m_directions.size()) * m_directions.front().width(); }

    int m_heads;
    std::vector<DistanceSanDirection> m_directions;
    std::vector<Mask> m_masks;
    std::optional<SentenceVector> m_sentence;
};

} // namespace

EncoderRow distanceSanRow() {
    EncoderRow row;
    row.id = "distance-san";
    row.title = "Distance-based self-attention (Distance-based SAN)";
    row.shortName = "Distance-based SAN";
    row.paper = "Im and Cho 2017, Distance-based Self-Attention Network for Natural Language Inference";
    row.exposes = {"token-to-token", "source-to-token by feature", "gate by feature"};
    row.presets = {
        {"paper",
         "Paper",
         "two directions of 5 × 60, α = 1.5; dropout only after attention, in the gate and after the feed-forward "
         "layer, where the paper keeps 0.9",
         {}},
        {"width-scale",
         "Scaled by all heads",
         "scores divided by the root of all heads' features, as in the public PyTorch version",
         {{"score_scale", "width"}}},
        {"tokens",
         "Without sentence vector",
         "without the sentence vector: the sentence model pools",
         {{"sentence_vector", "none"}}},
    };
    row.makeConfig = [] { return std::make_unique<ConfigOf<DistanceSanOptions>>(distanceSanFields()); };
    row.make = [](const Config& config, const Builder& builder, Index inputs, double keep) -> std::unique_ptr<Encoder> {
        return std::make_unique<DistanceSan>(dynamic_cast<const ConfigOf<DistanceSanOptions>&>(config).value, builder,
                                             inputs, keep);
    };
    return row;
}

} // namespace headlight
