#pragma once

#include "attention/attention_form.h"
#include "autodiff/activation.h"
#include "encoders/encoder.h"

namespace headlight {

/// Multi-dimensional directional self-attention with fusion gate (DiSAN §3.2, Bi-BloSAN §2.3; REFERENCE §1.4).
struct DisaOptions {
    enum class Directions { Both, Forward, Backward, None };
    enum class Scores { Features, Scalar };

    int features = 300;
    Directions directions = Directions::Both;
    Scores scores = Scores::Features;
    Activation activation = Activation::Elu;
    AttentionForm form = AttentionForm::Fused;
};

EncoderRow disaRow();

} // namespace headlight
