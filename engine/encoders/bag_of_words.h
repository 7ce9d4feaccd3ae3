#pragma once

#include "encoders/encoder.h"

namespace headlight {

/// What a model reads from words alone, without their order: the mean of the embeddings, the baseline "AVG" of the LAMA
/// paper (REFERENCE §1.12), or their sum, what MPSAN's ablation "without attention" leaves (REFERENCE §1.9). Neither
/// has parameters or options. [inputs × tokens] → [inputs × sequences].
EncoderRow avgRow();
EncoderRow cbowRow();

} // namespace headlight
