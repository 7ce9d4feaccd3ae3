#pragma once

#include "encoders/encoder.h"

namespace headlight {

/// Multi-head scaled dot-product self-attention as the papers' experiments used it: 8 heads of 75, no output
/// projection, no biases, a positional code added to the input (REFERENCE §1.1), by default of the word vectors' size.
struct MultiheadOptions {
    int heads = 8;
    int headFeatures = 75;
    std::string masks = "all";
    std::string positions = "scaled";
    bool output = false;
    bool biases = false;
    std::string firstValues = "glorot";
};

EncoderRow multiheadRow();

} // namespace headlight
