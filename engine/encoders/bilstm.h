#pragma once

#include "encoders/encoder.h"

namespace headlight {

/// Bidirectional LSTM, a baseline of Bi-BloSAN (2018) and MTSA (2019), TensorFlow's cell with biases of 1 on the forget
/// gates (REFERENCE §1.13). [2·features × tokens].
struct BiLstmOptions {
    int features = 300;
};

EncoderRow biLstmRow();

} // namespace headlight
