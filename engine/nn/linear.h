#pragma once

#include "nn/builder.h"
#include "nn/context.h"

namespace headlight {

/// activation( W dropout(x) + b ): the dense layer of the papers' code, dropout on the input, never on the output
/// (REFERENCE §0.3). x [inputs × tokens] → [outputs × tokens].
class Linear {
public:
    enum class Bias { No, Yes };
    /// `joined`: as Builder::weight() has it.
    Linear(const Builder& builder, Index inputs, Index outputs, Bias bias = Bias::Yes, double biasStart = 0,
           Index joined = 1);

    Index outputs() const { return m_weight.value.rows(); }
    Parameter& weight() const { return m_weight; }

    Var forward(Context& context, Var x, double keep = 1, Activation activation = Activation::None) const;
    /// For a value with one column per sequence.
    Var forwardSequences(Context& context, Var x, double keep, Activation activation = Activation::None) const;
    AffineTerm term(Context& context, Var x, double keep) const;
    Var bias(Context& context) const; ///< an empty handle without bias

private:
    Parameter& m_weight;
    Parameter* m_bias = nullptr;
};

/// One dense layer per head, the heads' weights stacked: [heads·outputs × inputs]. Every head has a dropout pattern of
/// its own. The input is shared ([inputs × tokens]) or each head's own ([heads·inputs × tokens]).
class HeadLinear {
public:
    HeadLinear(const Builder& builder, Index heads, Index inputs, Index outputs, Linear::Bias bias = Linear::Bias::Yes,
               double biasStart = 0);

    Parameter& weight() const { return m_weight; }

    /// [heads·outputs × tokens].
    Var forward(Context& context, Var x, double keep = 1, Activation activation = Activation::None) const;
    /// On [a; b] of each head, without joining them: a and b [heads·width × tokens], inputs = both widths together.
    Var forwardJoined(Context& context, Var a, Var b, double keep, Activation activation) const;

private:
    Index m_heads, m_inputs, m_outputs;
    Parameter& m_weight;
    Parameter* m_bias = nullptr;
};

} // namespace headlight
