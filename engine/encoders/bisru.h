#pragma once

#include "encoders/encoder.h"

namespace headlight {

/// Bidirectional SRU, first version, a baseline of Bi-BloSAN (2018) and MTSA (2019) (REFERENCE §1.13). When the input
/// has another width than a direction, a ReLU layer before both directions brings it there, as in the released code for
/// SQuAD, which has it in any case. [2·features × tokens].
struct BiSruOptions {
    int features = 300;
    bool inputLayer = false;
};

EncoderRow biSruRow();

} // namespace headlight
