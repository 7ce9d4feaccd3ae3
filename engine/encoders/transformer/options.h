#pragma once

#include "attention/dot_product.h"
#include "core/config.h"
#include "encoders/transformer/sublayer.h"
#include "nn/positions.h"

namespace headlight {

/// A stack of Transformer encoder layers (Vaswani et al. 2017) whose self-attention can be any of those that CSAN and
/// MTSA were compared with (REFERENCE §1.7, §1.8, §1.6).
struct TransformerOptions {
    enum class Norm { Pre, Post };
    enum class Order { AttentionFirst, FeedForwardFirst };

    int layers = 6;
    int heads = 8;
    int features = 512;
    int feedForward = 2048;
    Activation activation = Activation::Relu;
    Norm norm = Norm::Pre;
    Order order = Order::AttentionFirst;
    bool finalNorm = true;
    bool biases = true;
    bool scaleInput = true;
    bool inputBias = false;
    Positions positions = Positions::Scaled;
    int maxLength = 512;

    double inputKeep = 0, residualKeep = 0, feedForwardKeep = 0; ///< 0: as the model's
    double attentionKeep = 1;                                    ///< the same, but none is dropped by default

    std::string attention = "plain"; ///< a row of sublayerRows()
    int attentionLayers = 0;
    int window = 11;
    int areaHeads = 3;
    HeadArea::Border border = HeadArea::Border::Truncate;
    int generalHeads = 0;
    int maxDistance = 16;
    double startDeviation = 4;
    int reach = 10;
    bool cut = true;
    GaussianBias::Place bell = GaussianBias::Place::Scores;
    int windowUnits = 0;
    int blockLength = 4;
    bool lastDistance = true;
};

/// Vectors that a table of rel-pos has.
inline Index relativeVectors(const TransformerOptions& options) {
    return 2 * Index(options.maxDistance) + (options.lastDistance ? 1 : 0);
}

/// With a probability of its own for every place of dropout: where it has 0, `keep`. Error naming the option that is no
/// probability to keep with.
TransformerOptions withKeep(TransformerOptions options, double keep);

/// The table of a struct that is these options with other defaults.
template <class Options>
Fields<Options> transformerFields() {
    using O = Options;
    return Fields<O>()
        .group("Stack")
        .integer("layers", "Layers", &O::layers, 1, 48, "number of layers")
        .main()
        .integer("heads", "Heads", &O::heads, 1, 64, "heads of every attention; they share the features evenly")
        .main()
        .integer("features", "Model width (features)", &O::features, 1, 4096,
                 "width of the model, a multiple of the heads; an input of another width first passes a dense layer")
        .main()
        .integer("feed_forward", "Feed-forward units", &O::feedForward, 1, 16384,
                 "units of the feed-forward part of every layer")
        .main()
        .choice("activation", "Feed-forward activation", &O::activation,
                onlyChoices(activationNames(), {Activation::Relu, Activation::Elu}), "inside the feed-forward part")
        .choice("norm", "Layer normalisation", &O::norm,
                {{O::Norm::Pre, "pre", "Before each part"}, {O::Norm::Post, "post", "After each part"}},
                "where layer normalisation stands: pre, before each part (the released code of CSAN and of MTSA's "
                "translation); post, after adding each part's result (Vaswani et al.'s paper)")
        .choice("order", "Order within a layer", &O::order,
                {{O::Order::AttentionFirst, "attention-first", "Attention first"},
                 {O::Order::FeedForwardFirst, "feed-forward-first", "Attention second"}},
                "of the two parts of a layer: attention first (Vaswani et al.), or the feed-forward part first, as in "
                "MTSA's semantic role labelling code")
        .flag("final_norm", "Final normalisation", &O::finalNorm,
              "one more layer normalisation after the last layer; pre needs it")
        .flag("biases", "Biases in the attention", &O::biases,
              "biases on query, key, value and output maps: with them in CSAN's code, without in MTSA's translation")
        .flag(
            "scale_input", "Scale the input", &O::scaleInput,
            "multiply the input by √features before positions are added (Vaswani et al., and the released code): word "
            "vectors trained from small first values would otherwise drown in the positions")
        .flag("input_bias", "Trained input bias", &O::inputBias,
              "add a trained vector to every token after scaling, as in MTSA's semantic role labelling code")
        .choice("positions", "Position code", &O::positions, positionsNames(),
                "added to the input: Vaswani et al.'s sines and cosines, or a trained vector for every position. " +
                    sizeOfPositionsHelp())
        .main()
        .integer(
            "max_length", "Learned positions", &O::maxLength, 1, 20000,
            "learned positions there are; tokens beyond share the last one's vector, and a translation model refuses "
            "a text with more")
        .needs("positions", {"learned"})
        .group("Dropout")
        .number("input_keep", "Input keep probability", &O::inputKeep, 0, 1,
                "probability of keeping a number of the input after positions were added; 0: as keep")
        .zero("as keep probability")
        .number("residual_keep", "Residual keep probability", &O::residualKeep, 0, 1,
                "of what attention and feed-forward part give, before it is added; 0: as keep")
        .zero("as keep probability")
        .number("feed_forward_keep", "Feed-forward keep probability", &O::feedForwardKeep, 0, 1,
                "of the units inside the feed-forward part; 0: as keep; 0.9 in MTSA's code")
        .zero("as keep probability")
        .number("attention_keep", "Attention keep probability", &O::attentionKeep, 0, 1,
                "of the attention's weights; 0: as keep; 1, none is dropped, in CSAN's code; 0.9 in MTSA's. mtsa-srl "
                "keeps each of a weight's two factors with it, mtsa-nmt each with its square root, as their code does")
        .zero("as keep probability")
        .group("Attention")
        .choice("attention", "Kind of attention", &O::attention, sublayerChoices(), sublayerHelp())
        .main()
        .integer(
            "attention_layers", "Layers with that attention", &O::attentionLayers, 0, 48,
            "only the lowest layers take that attention, this many, and the others are plain; 0: all take it. CSAN has "
            "it in 3 of 6")
        .zero("all")
        .unusedWith("attention", {"plain"})
        .integer("window", "Window width in tokens", &O::window, 1, 9999,
                 "CSAN: tokens that a query sees, itself in the middle: odd")
        .needs("attention", {"csan"})
        .integer("area_heads", "Heads that a query sees", &O::areaHeads, 1, 63,
                 "CSAN: heads whose keys a query sees, its own in the middle: odd; 1 is 1D-CSAN")
        .needs("attention", {"csan"})
        .choice("border", "Beyond the outermost heads", &O::border, borderNames(),
                "CSAN: what stands in for neighbours that the outermost heads lack; released is what the released code "
                "computes")
        .needs("attention", {"csan"})
        .integer("general_heads", "Undirected heads", &O::generalHeads, 0, 64,
                 "bi-direct: the first heads, this many, see both directions; the others are pairs of one forward and "
                 "one backward head")
        .needs("attention", {"bi-direct"})
        .integer("max_distance", "Longest relative distance", &O::maxDistance, 1, 1024,
                 "rel-pos: greatest distance that has vectors of its own (Shaw et al.'s k)")
        .needs("attention", {"rel-pos"})
        .flag(
            "last_distance", "Vectors of the last distance", &O::lastDistance,
            "rel-pos: the greatest distance to a later token has vectors of its own, too (Shaw et al.); without it, it "
            "shares those of the distance before, as in CSAN's released code")
        .needs("attention", {"rel-pos"})
        .number("start_deviation", "First width of a head (tokens)", &O::startDeviation, 0.1, 1000,
                "of near tokens: a head's first standard deviation, in tokens")
        .needs("attention", {"neighbor"})
        .integer("reach", "Reach in tokens", &O::reach, 1, 1000,
                 "local-hard: tokens that are seen to either side of the centre (D)")
        .needs("attention", {"local-hard"})
        .flag("cut", "Hide what is out of reach", &O::cut,
              "local-hard: hide what lies beyond the reach (Luong et al.'s paper); without it the bell curve alone "
              "fades it out, as in CSAN's released code")
        .needs("attention", {"local-hard"})
        .choice(
            "bell", "Bell curve multiplies", &O::bell,
            {{GaussianBias::Place::Scores, "scores", "Scores"}, {GaussianBias::Place::Weights, "weights", "Weights"}},
            "local-hard: what the bell curve multiplies: the scores' exponentials inside the softmax, as in CSAN's "
            "released code, or the weights after it, which then sum to less than 1 (Luong et al.'s paper)")
        .needs("attention", {"local-hard"})
        .integer("window_units", "Units that predict the window", &O::windowUnits, 0, 4096,
                 "local-hard and local-soft: units of the layer from which a query predicts its centre (and width); 0: "
                 "as many as the model has features; 256 of 512 give the count that CSAN's table has for local-hard")
        .zero("as the model")
        .needs("attention", {"local-hard", "local-soft"})
        .integer("block_length", "Tokens per block", &O::blockLength, 1, 1000, "of blocks: tokens in a block")
        .needs("attention", {"block"});
}

} // namespace headlight
