// What stands in the attention's place in the papers' comparisons (REFERENCE §1.13, §1.14, §4.5).

#include "autodiff/ops_elementwise.h"
#include "encoders/transformer/options.h"
#include "nn/convolution.h"
#include "nn/recurrent.h"

namespace headlight {

namespace {

/// Of the residual connection's dropout there is enough: what comes in is not dropped once more.
constexpr double wholeInput = 1;

class WithoutHeads : public ContextSublayer {
public:
    std::vector<std::string> headMasks() const final { return {}; }
};

class BiLstmSublayer final : public WithoutHeads {
public:
    BiLstmSublayer(const TransformerOptions& options, const Builder& builder)
        : m_features(options.features), m_lstm(builder, options.features, options.features) {}

    Var forward(Context& context, Var x) const override {
        const Var both = m_lstm.forward(context, x, wholeInput);
        return add(both.block(0, m_features), both.block(m_features, m_features));
    }

private:
    Index m_features;
    Bidirectional<Lstm> m_lstm;
};

class MulticnnSublayer final : public WithoutHeads {
public:
    MulticnnSublayer(const TransformerOptions& options, const Builder& builder)
        : m_each(options.features / Index(std::size(kernels))) {
        for (const Index kernel : kernels)
            m_convolutions.emplace_back(builder.part("convolution" + std::to_string(m_convolutions.size())),
                                        options.features, m_each, kernel, Convolution::First::Glorot);
    }

    Var forward(Context& context, Var x) const override {
        const Var result = context.tape().make(m_each * Index(m_convolutions.size()), x.cols(), true);
        for (std::size_t k = 0; k < m_convolutions.size(); ++k)
            m_convolutions[k].forwardInto(result.block(Index(k) * m_each, m_each), context, x, wholeInput,
                                          Activation::Relu);
        return result;
    }

    static constexpr Index kernels[] = {3, 4, 5, 6};

private:
    Index m_each;
    std::vector<Convolution> m_convolutions;
};

} // namespace

std::unique_ptr<ContextSublayer> makeBiLstmSublayer(const TransformerOptions& options, const Builder& builder) {
    return std::make_unique<BiLstmSublayer>(options, builder);
}

std::unique_ptr<ContextSublayer> makeMulticnnSublayer(const TransformerOptions& options, const Builder& builder) {
    constexpr int kinds = int(std::size(MulticnnSublayer::kernels));
    if (options.features % kinds != 0)
        throw Error("features: multicnn has " + std::to_string(kinds) +
                    " widths with as many features each, expected "
                    "a multiple of " +
                    std::to_string(kinds) + ", got " + std::to_string(options.features));
    return std::make_unique<MulticnnSublayer>(options, builder);
}

} // namespace headlight
