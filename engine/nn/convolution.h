#pragma once

#include "core/choice.h"
#include "nn/builder.h"
#include "nn/context.h"

namespace headlight {

/// activation( W window + b ) over the tokens of every sequence (autodiff/ops_convolution.h says what a window is).
/// window·inputs·outputs + outputs parameters.
class Convolution {
public:
    /// First values. Glorot: ±√(6 / (window·(inputs + outputs))), biases 0. Released: what the released code gets from
    /// TensorFlow for its filters' shape (REFERENCE §0.3), ±√(6 / (window·inputs·(1 + outputs))) and biases
    /// ±√(3 / outputs).
    enum class First { Glorot, Released };
    static const ChoiceNames<First>& firstNames(); ///< "glorot", "released"

    Convolution(const Builder& builder, Index inputs, Index outputs, Index window, First first);

    /// At every token: x [inputs × tokens] → [outputs × tokens].
    Var forward(Context& context, Var x, double keep, Activation activation) const;
    /// The same into result [outputs × tokens].
    void forwardInto(Var result, Context& context, Var x, double keep, Activation activation) const;
    /// The largest over the windows within each sequence, into result [outputs × sequences].
    void largestInto(Var result, Context& context, Var x, const Dropout& dropout, Activation activation) const;

private:
    Parameter& m_weight;
    Parameter& m_bias;
};

} // namespace headlight
