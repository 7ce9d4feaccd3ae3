#pragma once

#include "encoders/encoder.h"

namespace headlight {

/// Multi-dimensional directional self-attention with fusion gate (DiSAN §3.2, Bi-BloSAN §2.3; REFERENCE §1.4).
struct DisaOptions {
    int features = 300;
    std::string directions = "both";
    std::string scores = "features";
    std::string activation = "elu";
    std::string form = "fused";
};

EncoderRow disaRow();

} // namespace headlight
