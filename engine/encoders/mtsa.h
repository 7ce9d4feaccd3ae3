#pragma once

#include "attention/attention_form.h"
#include "attention/token_source.h"
#include "encoders/encoder.h"

namespace headlight {

/// Multi-mask tensorised self-attention (MTSA §3, REFERENCE §1.6). What the paper leaves open and what the four
/// released programs do differently are options; a preset sets the options of one of them.
struct MtsaOptions {
    enum class DotFrom { X, V };
    enum class Source { TwoLayer, Dense, None };
    enum class SourceFrom { K, V, X };
    enum class Combine { Output, Gate, None };

    int heads = 8;
    int headFeatures = 75;
    std::string masks = "fw, bw";
    Activation valueActivation = Activation::None;
    bool valueBias = false;
    DotFrom dotFrom = DotFrom::X;
    bool dotBias = false;
    bool tokenToToken = true;
    ScoreFunction tokenExp = ScoreFunction::Exp;
    Source source = Source::TwoLayer;
    SourceFrom sourceFrom = SourceFrom::K;
    Activation sourceActivation = Activation::Elu;
    ScoreFunction sourceExp = ScoreFunction::Exp;
    double sourceBiasStart = 0;
    Combine combine = Combine::Output;
    bool outputBias = false;
    Activation outputActivation = Activation::None;
    double attentionKeep = 1;
    AttentionForm form = AttentionForm::Fused;
};

EncoderRow mtsaRow();

} // namespace headlight
