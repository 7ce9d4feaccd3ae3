#pragma once

#include "encoders/encoder.h"

namespace headlight {

/// Multi-head scaled dot-product self-attention, by default as the papers' experiments used it: 8 heads of 75, no
/// output projection, no biases, the papers' positional code added to the input (REFERENCE §1.1).
struct MultiheadOptions {
    int heads = 8;
    int headFeatures = 75;
    std::string masks = "all";
    std::string positions = "sinusoidal";
    bool output = false;
    bool biases = false;
};

EncoderRow multiheadRow();

/// The papers' positional code, [features × length]: sin for even and cos for odd features, of position / 10000^(2f/d)
/// with f the feature's own (even) index, which the released code passes where Vaswani et al. count pairs.
Matrix positionalCode(Index features, Index length);

} // namespace headlight
