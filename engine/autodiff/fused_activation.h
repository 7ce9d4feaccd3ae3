#pragma once

#include "autodiff/activation.h"
#include "autodiff/tape.h"

#include <algorithm>

namespace headlight {

/// The activation that an op ends with, applied to the columns of its result in place. For backward the result itself
/// serves; only an activation whose derivative needs the input has a copy of that, where there will be a backward.
class FusedActivation {
public:
    FusedActivation() = default;
    FusedActivation(Activation activation, Var result) : m_activation(activation), m_result(result) {
        if (derivativeNeedsInput(activation) && result.tape().recording() && result.needsGradient())
            m_input = result.tape().keep(result.rows(), result.cols()).data();
    }

    bool isNone() const { return m_activation == Activation::None; }

    /// Makes one column of the result its activated value.
    void apply(Index column) const {
        const Index rows = m_result.rows();
        Real* y = m_result.value().col(column).data();
        if (m_input)
            std::copy_n(y, rows, m_input + column * rows);
        activate(m_activation, y, rows);
    }

    /// Makes one column of the result's gradient that of the value before the activation.
    void applyDerivative(Index column) const {
        const Index rows = m_result.rows();
        const Real* from = m_input ? m_input + column * rows : m_result.value().col(column).data();
        multiplyByDerivative(m_activation, from, m_result.gradient().col(column).data(), rows);
    }

private:
    Activation m_activation = Activation::None;
    Var m_result;
    Real* m_input = nullptr; ///< like the result; null: not kept
};

} // namespace headlight
