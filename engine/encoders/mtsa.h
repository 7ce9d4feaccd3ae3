#pragma once

#include "encoders/encoder.h"

namespace headlight {

/// Multi-mask tensorised self-attention (MTSA §3, REFERENCE §1.6). What the paper leaves open and what the four
/// released programs do differently are options; a preset sets the options of one of them.
struct MtsaOptions {
    int heads = 8;
    int headFeatures = 75;
    std::string masks = "fw, bw";
    std::string valueActivation = "none";
    bool valueBias = false;
    std::string dotFrom = "x";
    bool dotBias = false;
    bool tokenToToken = true;
    std::string tokenExp = "exp";
    std::string source = "two-layer";
    std::string sourceFrom = "k";
    std::string sourceActivation = "elu";
    std::string sourceExp = "exp";
    double sourceBiasStart = 0;
    std::string combine = "output";
    bool outputBias = false;
    std::string outputActivation = "none";
    double attentionKeep = 1;
    std::string form = "fused";
};

EncoderRow mtsaRow();

} // namespace headlight
