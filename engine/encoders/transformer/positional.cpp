// Kinds of self-attention whose scores know where the two tokens stand.

#include "autodiff/ops_elementwise.h"
#include "autodiff/ops_sequence.h"
#include "encoders/transformer/headed.h"

#include <cmath>

namespace headlight {

namespace {

class RelPos final : public DotProductSublayer {
public:
    RelPos(const TransformerOptions& options, const Builder& builder)
        : DotProductSublayer(options, builder, sameMask(options, "all")),
          m_key(table(builder, "relative_key", options)), m_value(table(builder, "relative_value", options)) {}

private:
    static Parameter& table(const Builder& builder, const char* name, const TransformerOptions& options) {
        Parameter& parameter = builder.weight(name, options.features / options.heads, relativeVectors(options));
        parameter.decays = false; // embeddings never do
        return parameter;
    }
    void refine(Context& context, Var, DotProductOptions& options) const override {
        options.relative = {context.tape().parameter(m_key), context.tape().parameter(m_value)};
    }
    Parameter& m_key;
    Parameter& m_value;
};

/// A head's deviation is the square of its parameter, so it never turns negative.
class Neighbor final : public DotProductSublayer {
public:
    Neighbor(const TransformerOptions& options, const Builder& builder)
        : DotProductSublayer(options, builder, sameMask(options, "all")),
          m_root(builder.bias("root_deviation", options.heads, std::sqrt(options.startDeviation))) {}

private:
    void refine(Context& context, Var, DotProductOptions& options) const override {
        const Var root = context.tape().parameter(m_root);
        options.gaussian.deviation = multiply(root, root);
    }
    Parameter& m_root;
};

Index windowUnits(const TransformerOptions& options) {
    return options.windowUnits == 0 ? options.features : options.windowUnits;
}

/// Centre (n − 1) · sigmoid(U tanh(W q + b) + b'), deviation D / 2.
class LocalHard final : public DotProductSublayer {
public:
    LocalHard(const TransformerOptions& options, const Builder& builder)
        : DotProductSublayer(options, builder, sameMask(options, "all")),
          m_hidden(builder.part("window_hidden"), options.features, windowUnits(options)),
          m_centre(builder.part("window_centre"), windowUnits(options), options.heads),
          m_deviation(Matrix::Constant(options.heads, 1, Real(options.reach) / 2)),
          m_reach(options.cut ? Real(options.reach) : std::numeric_limits<Real>::infinity()), m_place(options.bell) {}

private:
    void refine(Context& context, Var query, DotProductOptions& options) const override {
        const Var hidden = m_hidden.forward(context, query, 1, Activation::Tanh);
        const Var fraction = m_centre.forward(context, hidden, 1, Activation::Sigmoid);
        options.gaussian = {context.tape().constant(m_deviation), scaleByLength(fraction, context.layout(), -1),
                            m_reach, m_place};
    }
    Linear m_hidden, m_centre;
    Matrix m_deviation;
    Real m_reach;
    GaussianBias::Place m_place;
};

/// Centre (n − 1) · s₁ and deviation (n · s₂ + 0.1) / 2 from one hidden layer over the query.
class LocalSoft final : public DotProductSublayer {
public:
    LocalSoft(const TransformerOptions& options, const Builder& builder)
        : DotProductSublayer(options, builder, sameMask(options, "all")),
          m_hidden(builder.part("window_hidden"), options.features, windowUnits(options)),
          m_window(builder.part("window"), windowUnits(options), 2 * Index(options.heads)) {}

private:
    void refine(Context& context, Var query, DotProductOptions& options) const override {
        const Var hidden = m_hidden.forward(context, query, 1, Activation::Tanh);
        const Var fractions = m_window.forward(context, hidden, 1, Activation::Sigmoid);
        const Layout& layout = context.layout();
        options.gaussian.centre = scaleByLength(fractions.block(0, heads()), layout, -1);
        options.gaussian.deviation = scaleByLength(fractions.block(heads(), heads()), layout, 0, Real(0.5), Real(0.05));
    }
    Linear m_hidden, m_window;
};

} // namespace

std::unique_ptr<ContextSublayer> makeRelPosSublayer(const TransformerOptions& options, const Builder& builder) {
    return std::make_unique<RelPos>(options, builder);
}

std::unique_ptr<ContextSublayer> makeNeighborSublayer(const TransformerOptions& options, const Builder& builder) {
    return std::make_unique<Neighbor>(options, builder);
}

std::unique_ptr<ContextSublayer> makeLocalHardSublayer(const TransformerOptions& options, const Builder& builder) {
    return std::make_unique<LocalHard>(options, builder);
}

std::unique_ptr<ContextSublayer> makeLocalSoftSublayer(const TransformerOptions& options, const Builder& builder) {
    return std::make_unique<LocalSoft>(options, builder);
}

} // namespace headlight
