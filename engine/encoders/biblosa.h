#pragma once

#include "encoders/encoder.h"

namespace headlight {

/// Bi-directional block self-attention (Bi-BloSAN §3; REFERENCE §1.5): attention inside blocks of a sentence, attention
/// between the blocks, and a gate that fuses both with the token. Scores are held for blocks only, never for all pairs
/// of a sentence.
struct BiblosaOptions {
    int features = 300;
    std::string activation = "relu";
    int blockLength = 0;
    std::string blockRule = "released";
    std::string blockSummary = "released";
    std::string interBlock = "released";
    bool local = true;
    bool global = true;
    int paddedLength = 0;
    std::string form = "fused";
};

/// The block length for n tokens: ⌈∛(2n)⌉, which makes blocks and their number balance (Bi-BloSAN App. A), and one more
/// in the released code.
Index blockLengthFor(Index tokens, bool released);

EncoderRow biblosaRow();

} // namespace headlight
