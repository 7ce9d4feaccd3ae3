// Kinds of self-attention that differ in what a query sees.

#include "encoders/csan.h"
#include "encoders/transformer/headed.h"

namespace headlight {

namespace {

class CsanSublayer final : public DotProductSublayer {
public:
    CsanSublayer(const TransformerOptions& options, const Builder& builder)
        : DotProductSublayer(options, builder,
                             sameMask(options, "window(" + std::to_string(halfOf("window", options.window)) + ")")),
          m_area{options.areaHeads, options.border} {
        halfOf("area_heads", options.areaHeads);
    }

private:
    void refine(Context&, Var, DotProductOptions& options) const override { options.area = m_area; }
    HeadArea m_area;
};

/// General heads first, then pairs of one direction and the other. The token itself is always seen.
std::vector<Mask> directedMasks(const TransformerOptions& options) {
    const int directed = options.heads - options.generalHeads;
    if (directed < 0 || directed % 2 != 0)
        throw Error("general_heads: expected that pairs of heads are left of the " + std::to_string(options.heads) +
                    " heads, got " + std::to_string(options.generalHeads));
    std::vector<Mask> masks(std::size_t(options.generalHeads), Mask::all());
    for (int head = 0; head < directed; ++head)
        masks.push_back(Mask::parse(head % 2 == 0 ? "causal" : "anticausal"));
    return masks;
}

} // namespace

std::unique_ptr<ContextSublayer> makePlainSublayer(const TransformerOptions& options, const Builder& builder) {
    return std::make_unique<DotProductSublayer>(options, builder, sameMask(options, "all"));
}

std::unique_ptr<ContextSublayer> makeCsanSublayer(const TransformerOptions& options, const Builder& builder) {
    return std::make_unique<CsanSublayer>(options, builder);
}

std::unique_ptr<ContextSublayer> makeBiDirectSublayer(const TransformerOptions& options, const Builder& builder) {
    return std::make_unique<DotProductSublayer>(options, builder, directedMasks(options));
}

} // namespace headlight
