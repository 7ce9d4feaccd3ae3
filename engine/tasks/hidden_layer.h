#pragma once

#include "nn/layer_norm.h"
#include "nn/linear.h"
#include "tasks/classifier_options.h"

#include <optional>

namespace headlight {

/// What a dense layer's columns are, which decides its dropout.
enum class Columns { Tokens, Sequences };

/// The layer before the classes: activation(W x + b), or activation(LN(W x + b)); with `hidden` 0 there is none.
class HiddenLayer {
public:
    HiddenLayer(const ClassifierOptions& options, const Builder& builder, Index inputs, Columns columns);

    Index width() const { return m_width; }
    Var forward(Context& context, Var x) const;

private:
    Index m_width;
    double m_keep;
    Activation m_activation;
    Columns m_columns;
    std::optional<Linear> m_dense;
    std::optional<LayerNorm> m_norm;
};

} // namespace headlight
