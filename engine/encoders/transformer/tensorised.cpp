// MTSA inside a stack, in the two forms of its released code (REFERENCE §1.6, variants C and D).

#include "attention/token_source.h"
#include "encoders/transformer/headed.h"

#include <cmath>

namespace headlight {

namespace {

class TensorisedSublayer : public HeadedAttention {
protected:
    /// `factorKeep`: keep probability of each of a weight's two factors.
    TensorisedSublayer(const TransformerOptions& options, const Builder& builder, const std::string& masks,
                       ScoreFunction function, double factorKeep)
        : HeadedAttention(options, builder, spreadOver(parseMasks(masks), options.heads)), m_function(function),
          m_factorKeep(factorKeep) {}

    virtual Var source(Context& context, Var x, Var value) const = 0;

private:
    Var attend(Context& context, Var x, Var query, Var key, Var value) const final {
        TokenSourceOptions options;
        options.heads = heads();
        options.masks = context.masksOf(masks());
        options.source = m_function;
        options.tokenDropout = context.dropout(m_factorKeep);
        options.sourceDropout = context.dropout(m_factorKeep);
        const Var scores = source(context, x, value);
        if (Trace* trace = context.trace())
            recordTokenSource(*trace, context.head(MapPart::Self, 0), query, key, scores, value, options);
        return tokenSourceAttention(query, key, scores, value, context.layout(), options);
    }
    ScoreFunction m_function;
    double m_factorKeep;
};

/// S from the input by one layer over all heads; forward and backward heads.
class MtsaSrl final : public TensorisedSublayer {
public:
    MtsaSrl(const TransformerOptions& options, const Builder& builder)
        : TensorisedSublayer(options, builder, "fw, bw", ScoreFunction::Exp, options.attentionKeep),
          m_source(builder.part("source"), options.features, options.features) {}

private:
    Var source(Context& context, Var x, Var) const override { return m_source.forward(context, x); }
    Linear m_source;
};

/// S from each head's own values, sigmoid(S / √d) with a bias that starts at 5; no directions.
class MtsaNmt final : public TensorisedSublayer {
public:
    MtsaNmt(const TransformerOptions& options, const Builder& builder)
        : TensorisedSublayer(options, builder, "all", ScoreFunction::ScaledSigmoid, std::sqrt(options.attentionKeep)),
          m_source(builder.part("source"), options.heads, options.features / options.heads,
                   options.features / options.heads, Linear::Bias::Yes, 5) {}

private:
    Var source(Context& context, Var, Var value) const override { return m_source.forward(context, value); }
    HeadLinear m_source;
};

} // namespace

std::unique_ptr<ContextSublayer> makeMtsaSrlSublayer(const TransformerOptions& options, const Builder& builder) {
    if (options.heads % 2 != 0)
        throw Error("heads: mtsa-srl has forward and backward heads, expected an even number, got " +
                    std::to_string(options.heads));
    return std::make_unique<MtsaSrl>(options, builder);
}

std::unique_ptr<ContextSublayer> makeMtsaNmtSublayer(const TransformerOptions& options, const Builder& builder) {
    return std::make_unique<MtsaNmt>(options, builder);
}

} // namespace headlight
