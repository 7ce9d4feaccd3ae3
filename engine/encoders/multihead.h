#pragma once

#include "encoders/encoder.h"
#include "nn/positions.h"

namespace headlight {

/// Multi-head scaled dot-product self-attention as the papers' experiments used it: 8 heads of 75, no output
/// projection, no biases, a positional code added to the input (REFERENCE §1.1), by default of the word vectors' size.
struct MultiheadOptions {
    enum class FirstValues { Glorot, Released };

    int heads = 8;
    int headFeatures = 75;
    std::string masks = "all";
    Positions positions = Positions::Scaled;
    bool output = false;
    bool biases = false;
    FirstValues firstValues = FirstValues::Glorot;
};

EncoderRow multiheadRow();

} // namespace headlight
