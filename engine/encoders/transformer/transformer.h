#pragma once

#include "encoders/encoder.h"
#include "encoders/transformer/options.h"

namespace headlight {

EncoderRow transformerRow();

/// One Transformer encoder layer with mean pooling: the baseline "TE" of the LAMA paper (REFERENCE §1.12).
EncoderRow teRow();

} // namespace headlight
