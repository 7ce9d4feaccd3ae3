#include "tasks/hidden_layer.h"

#include "autodiff/ops_elementwise.h"

namespace headlight {

namespace {

constexpr double epsilon = 1e-5; // of the layer normalisation

} // namespace

HiddenLayer::HiddenLayer(const ClassifierOptions& o, const Builder& builder, Index inputs, Columns columns)
    : m_width(o.hidden > 0 ? o.hidden : inputs), m_keep(o.keepAt(o.hiddenKeep)), m_activation(o.hiddenActivation),
      m_columns(columns) {
    if (o.hidden > 0)
        m_dense.emplace(builder.part("hidden"), inputs, m_width);
    if (m_dense && o.hiddenNorm)
        m_norm.emplace(builder.part("hidden_norm"), m_width, epsilon);
}

Var HiddenLayer::forward(Context& context, Var x) const {
    if (!m_dense)
        return x;
    const Activation activation = m_norm ? Activation::None : m_activation;
    const Var dense = m_columns == Columns::Tokens ? m_dense->forward(context, x, m_keep, activation)
                                                   : m_dense->forwardSequences(context, x, m_keep, activation);
    return m_norm ? activated(m_norm->forward(context, dense), m_activation) : dense;
}

} // namespace headlight
