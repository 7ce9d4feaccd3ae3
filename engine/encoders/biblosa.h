#pragma once

#include "attention/attention_form.h"
#include "autodiff/activation.h"
#include "encoders/encoder.h"

namespace headlight {

/// Bi-directional block self-attention (Bi-BloSAN §3; REFERENCE §1.5): attention inside blocks of a sentence, attention
/// between the blocks, and a gate that fuses both with the token. Scores are held for blocks only, never for all pairs
/// of a sentence.
///
/// Its maps: heads 0, 1 are the attention within blocks, forward and backward; 2, 3 that between blocks; 4, 5 the gate
/// between the blocks, which stands by what attention found in the paper's form and by the block itself in the released
/// one; 6, 7 the gate of the fusion, by what was fused against the token. Without `global` the last are 2, 3.
struct BiblosaOptions {
    enum class BlockFrom { Sentence, Corpus };
    enum class BlockRule { Released, Paper };
    enum class BlockSummary { Released, Paper };
    enum class InterBlock { Released, Paper };

    int features = 300;
    Activation activation = Activation::Relu;
    int blockLength = 0;
    BlockFrom blockFrom = BlockFrom::Sentence;
    BlockRule blockRule = BlockRule::Released;
    BlockSummary blockSummary = BlockSummary::Released;
    InterBlock interBlock = InterBlock::Released;
    bool local = true;
    bool global = true;
    int paddedLength = 0;
    AttentionForm form = AttentionForm::Fused;
};

/// The block length for n tokens: ⌈∛(2n)⌉, which makes blocks and their number balance (Bi-BloSAN App. A), and one more
/// in the released code.
Index blockLengthFor(double tokens, BiblosaOptions::BlockRule rule);

/// The n that stands for a corpus, n* = μ + σ√(2 ln B): what the longest sentence of a batch is likely to have at most
/// (Bi-BloSAN Eq. 21, whose n is the batch size B).
double longestLikely(const TrainingSet& lengths);

EncoderRow biblosaRow();

} // namespace headlight
