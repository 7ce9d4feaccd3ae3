#pragma once

#include "autodiff/ops_recurrent.h"
#include "encoders/encoder.h"

namespace headlight {

/// Bidirectional GRU, a baseline of Bi-BloSAN (2018), MTSA (2019) and LAMA (2020) (REFERENCE §1.12, §1.13).
/// [2·features × tokens].
struct BiGruOptions {
    int features = 300;
    GruReset reset = GruReset::Before;
};

EncoderRow biGruRow();

} // namespace headlight
