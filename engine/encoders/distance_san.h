#pragma once

#include "encoders/encoder.h"

namespace headlight {

/// Distance-based self-attention network (Im & Cho 2017; REFERENCE §1.15): for each direction multi-head attention that
/// prefers near tokens, a fusion gate and a feed-forward layer, layer normalisation after everything. Layer 0 has the
/// heads of both directions, forward first. The sentence vector joins source2token pooling and the largest values.
struct DistanceSanOptions {
    enum class ScoreScale { Head, Width };
    enum class SentenceVector { Paper, None };

    int heads = 5;
    int headFeatures = 60;
    double distance = 1.5;
    ScoreScale scoreScale = ScoreScale::Head;
    int innerFeatures = 1200;
    SentenceVector sentenceVector = SentenceVector::Paper;
};

EncoderRow distanceSanRow();

} // namespace headlight
