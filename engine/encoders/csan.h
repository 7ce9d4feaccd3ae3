#pragma once

#include "attention/attention_form.h"
#include "attention/dot_product.h"
#include "encoders/encoder.h"

namespace headlight {

/// Convolutional self-attention (Yang et al. 2019; REFERENCE §1.7) by itself: multi-head attention whose queries see a
/// window of neighbouring tokens in their own head and in neighbouring heads. No parameters beside those of multi-head
/// attention.
struct CsanOptions {
    int heads = 8;
    int headFeatures = 64;
    int window = 11;
    int areaHeads = 3;
    HeadArea::Border border = HeadArea::Border::Truncate;
    bool output = true;
    bool biases = true;
    AttentionForm form = AttentionForm::Fused;
};

EncoderRow csanRow();

/// Half of what lies beside the middle of an odd number, (value − 1) / 2; Error that starts with the option's name when
/// the number is even.
int halfOf(const std::string& option, int value);

} // namespace headlight
