#pragma once

#include "autodiff/ops_recurrent.h"
#include "nn/linear.h"

namespace headlight {

/// One direction of an LSTM, TensorFlow's LSTMCell (REFERENCE §1.13). Parameters: input.weight [4·features × inputs]
/// and recurrent.weight [4·features × features] with rows i, j, f, o, first values with the limit of TensorFlow's one
/// joined matrix; bias [4·features], 0 and for f 1: what TensorFlow adds to f on every use is here its first value,
/// which trains in the same way. 4((inputs + features)·features + features) parameters, without the last summand if
/// Bias::No.
class Lstm {
public:
    Lstm(const Builder& builder, Index inputs, Index features, Linear::Bias bias = Linear::Bias::Yes);

    /// x [inputs × tokens], one dropout pattern a token for all gates; result [features × tokens].
    void forwardInto(Var result, Context& context, Var x, double keep, bool reversed) const;

private:
    Parameter& m_input;
    Parameter& m_recurrent;
    Parameter* m_bias = nullptr;
};

/// One direction of a GRU. Parameters: input.weight [3·features × inputs], recurrent.weight [3·features × features] and
/// bias [3·features] with rows r, z, j.
/// GruReset::Before is TensorFlow's GRUCell: first values with the limits of its two joined matrices (r with z, and j),
/// biases 1 for r and z and 0 for j; 3((inputs + features)·features + features) parameters.
/// GruReset::After is PyTorch's: a recurrent_bias [3·features] more, all first values within ±1/√features.
class Gru {
public:
    Gru(const Builder& builder, Index inputs, Index features, GruReset reset);

    void forwardInto(Var result, Context& context, Var x, double keep, bool reversed) const; ///< as Lstm

private:
    GruReset m_reset;
    Parameter& m_input;
    Parameter& m_recurrent;
    Parameter& m_bias;
    Parameter* m_recurrentBias = nullptr;
};

/// One direction of an SRU over as many inputs as features. Parameters: map.weight [3·features × features] with rows x̃,
/// f, r and bias [2·features] of f, r, 0 at first. As in the released code dropout comes before the map and once more
/// on what enters the recurrence: the input, and the map's result before the biases. 3·features² + 2·features
/// parameters.
class Sru {
public:
    Sru(const Builder& builder, Index inputs, Index features);

    void forwardInto(Var result, Context& context, Var x, double keep, bool reversed) const; ///< as Lstm

private:
    Parameter& m_map;
    Parameter& m_bias;
};

/// Both directions of a cell, each with parameters of its own ("forward.…", "backward.…"): [2·features × tokens], the
/// forward direction's rows first.
template <class Cell>
class Bidirectional {
public:
    template <class... Options>
    Bidirectional(const Builder& builder, Index inputs, Index features, Options... options)
        : m_features(features), m_forward(builder.part("forward"), inputs, features, options...),
          m_backward(builder.part("backward"), inputs, features, options...) {}

    Index width() const { return 2 * m_features; }

    Var forward(Context& context, Var x, double keep) const {
        const Var result = context.tape().make(width(), x.cols(), true);
        m_forward.forwardInto(result.block(0, m_features), context, x, keep, false);
        m_backward.forwardInto(result.block(m_features, m_features), context, x, keep, true);
        return result;
    }

private:
    Index m_features;
    Cell m_forward, m_backward;
};

} // namespace headlight
