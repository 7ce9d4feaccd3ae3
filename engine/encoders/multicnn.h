#pragma once

#include "encoders/encoder.h"
#include "nn/convolution.h"

namespace headlight {

/// Convolutions of several widths side by side, each feature's largest value over the sentence (Kim 2014; "Multi-CNN"
/// of Bi-BloSAN and MTSA; REFERENCE §1.14). Gives a vector per sentence; without `pool` the features at every token,
/// over windows that reach beyond the sentence into zeros.
struct MulticnnOptions {
    std::string kernels = "3,4,5";
    int features = 200;
    bool pool = true;
    Convolution::First initial = Convolution::First::Released;
};

EncoderRow multicnnRow();

} // namespace headlight
