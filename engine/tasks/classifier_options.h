#pragma once

#include "autodiff/activation.h"
#include "autodiff/difference.h"
#include "core/config.h"
#include "nn/keep.h"
#include "nn/pooling_kind.h"

namespace headlight {

/// How the labels of tokens are chosen by their scores.
enum class Decoding {
    Argmax, ///< each token has its likeliest one
    Viterbi ///< the likeliest sequence that the scheme of the labels allows
};

/// What stands around an encoder (REFERENCE §4.2): embedding before it, behind it the pooling and the task's layers.
struct ClassifierOptions {
    int embeddingFeatures = 300;
    int hidden = 300; ///< 0: no such layer
    Pooling pooling = Pooling::SourceToToken;
    Activation poolingActivation = Activation::Relu;
    Activation hiddenActivation = Activation::Relu;
    bool hiddenNorm = false;
    Difference difference = Difference::Signed;
    bool highway = false;
    bool crf = false;
    Decoding decoding = Decoding::Argmax;
    int predicateFeatures = 100;
    double keep = 0.5;
    double encoderKeep = 0, hiddenKeep = 0, outputKeep = 0; ///< 0: as keep
    bool wordForms = false;
    int maxTokens = 0; ///< 0: no limit

    /// The keep probability of a place: its own option, or `keep` where that says nothing.
    double keepAt(double own) const { return keepOr(own, keep); }
};

const Fields<ClassifierOptions>& classifierFields();

} // namespace headlight
