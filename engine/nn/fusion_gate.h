#pragma once

#include "nn/linear.h"

namespace headlight {

/// sigmoid(W₁ h + W₂ s + b): the gate between what a token is and what it attended to (DiSAN Eq. 14, Bi-BloSAN Eq. 15;
/// REFERENCE §1.4). Use it with `gated`. Parameters gate_input, gate_attention and gate_bias.
class FusionGate {
public:
    /// `redundant`: the two maps have biases of their own beside b, as in the released code. 2d² + 3d parameters, else
    /// 2d² + d.
    FusionGate(const Builder& builder, Index features, bool redundant, double keep);

    Var forward(Context& context, Var h, Var s) const;

private:
    Linear m_input, m_attention;
    Parameter& m_bias;
    double m_keep;
};

/// Tells the trace, if there is one, how far the gate [features × tokens] of a head of the running layer is open.
/// `names`: of its columns where these aren't the tokens.
void recordGate(const Context& context, Var gate, int head, const std::string& label,
                const std::vector<std::string>& names = {});

} // namespace headlight
