#include "autodiff/ops_elementwise.h"
#include "autodiff/ops_sequence.h"
#include "encoders/block_names.h"
#include "encoders/transformer/headed.h"
#include "nn/fusion_gate.h"

namespace headlight {

namespace {

/// Attention inside blocks, a summary of every block, attention between the summaries; a token gets its own block's
/// result beside its own (REFERENCE §1.8; the released code's form without its padding).
class Block final : public HeadedAttention {
public:
    Block(const TransformerOptions& options, const Builder& builder)
        : HeadedAttention(options, builder, sameMask(options, "block(" + std::to_string(options.blockLength) + ")"), 2),
          m_length(options.blockLength), m_between(std::size_t(options.heads), HeadMask(Mask::all())),
          m_scoreInner(builder.part("score_inner"), options.features, options.features),
          m_scoreOuter(builder.part("score_outer"), options.features, options.heads),
          m_ask(builder.part("block_query"), options.features, options.features),
          m_gateAcross(builder.part("gate_across"), options.features, options.features),
          m_gateOwn(builder.part("gate_own"), options.features, options.features, Linear::Bias::No) {}

private:
    Var attend(Context& context, Var, Var query, Var key, Var value) const override {
        DotProductOptions options;
        options.heads = heads();
        options.masks = context.masksOf(masks());
        options.weightDropout = context.dropout(keep());
        if (Trace* trace = context.trace())
            recordDotProduct(*trace, context.head(MapPart::Self, 0), query, key, value, context.layout(), options);
        const Var inside = dotProductAttention(query, key, value, context.layout(), options);

        Layout blocks, sentences; // every block a sequence of tokens; every sentence a sequence of blocks
        cut(context.layout(), blocks, sentences);
        const Layout &kept = context.keep(std::move(blocks)), &between = context.keep(std::move(sentences));
        const Var score = m_scoreOuter.forward(context, m_scoreInner.forward(context, inside, 1, Activation::Sigmoid));
        const Var summary = poolEachHead(score, inside, kept);
        const Var ask = m_ask.forward(context, summary);
        options.masks = m_between;
        options.weightDropout = context.dropout(keep());
        const Var across = dotProductAttention(ask, summary, summary, between, options);
        const Var gate = affine({m_gateAcross.term(context, across, 1), m_gateOwn.term(context, summary, 1)},
                                {m_gateAcross.bias(context)}, Activation::Sigmoid);
        if (Trace* trace = context.trace()) {
            const std::vector<std::string> names = blockNames(kept);
            recordDotProduct(*trace, context.head(MapPart::Blocks, 0), ask, summary, summary, between, options,
                             {"blocks of ", names});
            recordGates(context, gate, names);
        }
        return joined(context, inside, repeatOverTokens(gated(gate, across, summary), kept));
    }

    void cut(const Layout& layout, Layout& blocks, Layout& sentences) const {
        for (Index s = 0; s < layout.sequences(); ++s) {
            const Index count = (layout.length(s) + m_length - 1) / m_length;
            for (Index b = 0; b < count; ++b)
                blocks.add(std::min(m_length, layout.length(s) - b * m_length), layout.id(s));
            sentences.add(count, layout.id(s));
        }
    }

    /// Each head's own features of the gate.
    void recordGates(const Context& context, Var gate, const std::vector<std::string>& names) const {
        const Index d = gate.rows() / heads();
        for (Index head = 0; head < heads(); ++head)
            recordGate(context, gate.block(head * d, d), int(head), "block gate of head " + std::to_string(head),
                       names);
    }

    /// Head by head, so that a head can be switched off as a whole.
    Var joined(Context& context, Var inside, Var between) const {
        const Index d = inside.rows() / heads();
        Var result = context.tape().make(2 * inside.rows(), inside.cols(), inside.needsGradient());
        for (Index head = 0; head < heads(); ++head) {
            scaleInto(result.block(2 * head * d, d), inside.block(head * d, d), 1);
            scaleInto(result.block(2 * head * d + d, d), between.block(head * d, d), 1);
        }
        return result;
    }

    Index m_length;
    std::vector<HeadMask> m_between;
    Linear m_scoreInner, m_scoreOuter, m_ask, m_gateAcross, m_gateOwn;
};

} // namespace

std::unique_ptr<ContextSublayer> makeBlockSublayer(const TransformerOptions& options, const Builder& builder) {
    return std::make_unique<Block>(options, builder);
}

} // namespace headlight
