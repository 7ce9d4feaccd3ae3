#pragma once

#include "encoders/transformer/options.h"

namespace headlight {

/// A map to queries, keys or values. The three begin as one map to all of them, as in the code that the published
/// figures are of (fairseq, THUMT, PyTorch): larger first values make the first weights uneven, and learning slower.
Linear attentionMap(const TransformerOptions& options, const Builder& builder);

/// The expressions of masks, as ContextSublayer::headMasks() gives them.
std::vector<std::string> maskTexts(const std::vector<Mask>& masks);

/// What the kinds of self-attention share: maps to queries, keys and values over the whole width, masks, heads that can
/// be scaled, and the output map.
class HeadedAttention : public ContextSublayer {
public:
    Var forward(Context& context, Var x) const final;
    std::vector<std::string> headMasks() const final { return maskTexts(m_masks); }

protected:
    /// `perFeature`: rows that attend() gives for each of the model's features.
    HeadedAttention(const TransformerOptions& options, const Builder& builder, std::vector<Mask> masks,
                    Index perFeature = 1);

    Index heads() const { return m_heads; }
    const std::vector<Mask>& masks() const { return m_masks; }
    /// Keep probability of a weight.
    double keep() const { return m_keep; }
    /// The heads' results one below the other, [perFeature·width × tokens]; records the maps.
    virtual Var attend(Context& context, Var x, Var query, Var key, Var value) const = 0;

private:
    Index m_heads;
    double m_keep;
    std::vector<Mask> m_masks;
    Linear m_query, m_key, m_value, m_output;
};

/// Dot-product attention under its masks; kinds of it add to the scores or widen the area.
class DotProductSublayer : public HeadedAttention {
public:
    DotProductSublayer(const TransformerOptions& options, const Builder& builder, std::vector<Mask> masks)
        : HeadedAttention(options, builder, std::move(masks)) {}

protected:
    Var attend(Context& context, Var x, Var query, Var key, Var value) const final;
    virtual void refine(Context&, Var /*query*/, DotProductOptions&) const {}
};

/// The same mask for every head.
std::vector<Mask> sameMask(const TransformerOptions& options, const std::string& expression);
inline Linear::Bias biasesOf(const TransformerOptions& options) {
    return options.biases ? Linear::Bias::Yes : Linear::Bias::No;
}

} // namespace headlight
