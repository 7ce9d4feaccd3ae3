#include "tasks/classifier_options.h"

namespace headlight {

const Fields<ClassifierOptions>& classifierFields() {
    using O = ClassifierOptions;
    static const auto table =
        Fields<O>()
            .group("Sentence model")
            .integer("embedding_features", "Features per word vector", &O::embeddingFeatures, 1, 4096,
                     "features of a word vector")
            .main()
            .integer(
                "hidden", "Hidden layer units", &O::hidden, 0, 4096,
                "units of the layer before the classes; 300 in the papers; 0: none, the classes stand on the "
                "sentence vector (of pairs, on what is made of both) with a bias, as MPSAN's Bi-LSTM baseline must "
                "have it to have as many parameters as its paper says")
            .zero("none")
            .main()
            .choice("pooling", "Pooling of the tokens", &O::pooling, poolingNames(),
                    "how the tokens become one vector: source2token has a weight for every feature (the papers), "
                    "additive one for every token; encoders that give a sentence vector themselves have none")
            .main()
            .choice("pooling_activation", "Pooling activation", &O::poolingActivation,
                    onlyChoices(activationNames(), {Activation::Relu, Activation::Elu, Activation::Tanh}),
                    "between the two layers of the pooling; relu in the released code, elu on SNLI")
            .choice(
                "hidden_activation", "Hidden layer activation", &O::hiddenActivation,
                onlyChoices(activationNames(), {Activation::Relu, Activation::Elu, Activation::Tanh, Activation::None}),
                "of the layer before the classes; none: it is linear, as in the code of LAMA's author, whose paper "
                "does not say")
            .unusedWith("hidden", {"0"})
            .flag("hidden_norm", "Normalise the hidden layer", &O::hiddenNorm,
                  "layer normalisation of that layer, before its activation, as Distance-based SAN must have had it "
                  "on SNLI to have as many parameters as its paper says")
            .unusedWith("hidden", {"0"})
            .choice("difference", "Difference of a pair", &O::difference,
                    {{Difference::Signed, "signed", "Signed"}, {Difference::Absolute, "absolute", "Absolute"}},
                    "pairs with a label: what is given of two sentence vectors beside themselves and their product; "
                    "signed: p − h (most papers), absolute: |p − h|, as in Distance-based SAN")
            .flag("highway", "Highway layer for pairs", &O::highway,
                  "pairs: a highway layer before the classes, as MTSA and Hrchy-CNN must have had it on SNLI to "
                  "have as many parameters as the papers say")
            .unusedWith("hidden", {"0"})
            .flag("crf", "Score tags as a sequence (CRF)", &O::crf,
                  "tags: trained scores for tags that follow each other join those of the tokens, and what is trained "
                  "is the probability of all tags of a sentence together, a conditional random field (Lafferty et al. "
                  "2001; Collobert et al. 2011); without it each token's tag is trained by itself")
            .choice(
                "decoding", "How role labels are chosen", &O::decoding,
                {{Decoding::Argmax, "argmax", "Token by token"}, {Decoding::Viterbi, "viterbi", "Well-formed"}},
                "roles: argmax takes the likeliest one of each token, as MTSA's paper and code do; viterbi the "
                "likeliest sequence in which I-X stands behind B-X or I-X only. Tags are always chosen by the latter")
            .unusedWith("crf", {"true"})
            .integer("predicate_features", "Features of the predicate mark", &O::predicateFeatures, 1, 4096,
                     "roles: features of the trained vector that says of each token whether it is the predicate; they "
                     "join those of the word's vector; 100 beside 100 in MTSA's paper")
            .number("keep", "Keep probability (1 − dropout)", &O::keep, lowestKeep, 1,
                    "probability of keeping an input of a dense layer in training (1 − dropout rate)")
            .main()
            .number("encoder_keep", "Encoder keep probability", &O::encoderKeep, 0, 1,
                    "keep of encoder and pooling; 0: as keep; 1 in LAMA's paper, which has dropout in one place")
            .zero("as keep probability")
            .number("hidden_keep", "Hidden layer keep probability", &O::hiddenKeep, 0, 1,
                    "keep of the input of the hidden layer and of the highway layer; 0: as keep; 1 in LAMA's paper")
            .zero("as keep probability")
            .unusedWith("hidden", {"0"})
            .number("output_keep", "Last layer keep probability", &O::outputKeep, 0, 1,
                    "keep of the input of the last layer, that is the hidden layer's result; 0: as keep; 0.6 in LAMA's "
                    "paper")
            .zero("as keep probability")
            .flag("word_forms", "Vectors from spelling", &O::wordForms,
                  "a word's vector is the sum of its own, of that of the word in small letters, and of trained vectors "
                  "for its capitals and digits and for its first and last 1 to 4 letters; so words of like spelling "
                  "share what they mean, and one that the model does not know has a vector. Without it all unknown "
                  "words have the same one, of zeros")
            .integer("max_tokens", "Tokens read of a text", &O::maxTokens, 0, 1000000,
                     "only the first tokens of a text are read, this many, in training, in evaluation and when one is "
                     "typed; of "
                     "a pair, each; 0: all; 250 in LAMA's experiments")
            .zero("all")
            .main();
    return table;
}

} // namespace headlight
