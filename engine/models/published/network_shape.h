#pragma once

#include "models/published/stack_shape.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// What becomes of tokens before the layers: the sum of their vectors, those of their positions and of their types,
/// normalised, and mapped to the layers' width.
struct EmbeddingShape {
    Index vocabulary = 0, width = 0;
    double scale = 1;        ///< of the tokens' own vectors
    Index positions = 0;     ///< entries of a table of positions; 0: there is none
    Index firstPosition = 0; ///< the entry of a text's first token
    /// Positions that are computed: of place p, sin(p · 10000^(−j / waves)) as number j of the first half of the
    /// features, the cosine in the second. There are `positions` of them, and no table; 0: there are none.
    double waves = 0;
    Index types = 0; ///< 0: there are none; else 0 is the first text of a pair, 1 the second
    std::optional<NormOptions> norm = {};
    bool mapped = false;

    /// Tokens that a text can have; 0: any number.
    Index mostTokens() const { return positions > firstPosition ? positions - firstPosition : 0; }
};

/// What becomes of an image before the layers: square patches, each mapped to the layers' width, behind marks of the
/// model's own; to each token the vector of its position is added.
struct PatchShape {
    /// Tokens with a trained vector each, and nothing of the image.
    struct Mark {
        std::string name;  ///< of their table
        std::string token; ///< as people see it: "[CLS]"
        Index count = 1;
        bool isPlaced = true; ///< they have positions
    };
    Index imageSide = 0, side = 0; ///< pixels of the image that the positions are of, and of a patch
    std::vector<Mark> marks = {};  ///< before the patches
    bool smoothPositions = false;  ///< those of another grid are interpolated as resampleTaps() has it

    Index grid() const { return imageSide / side; } ///< rows, and columns, of the positions
    Index markTokens() const {
        Index count = 0;
        for (const Mark& mark : marks)
            count += mark.count;
        return count;
    }
    Index placedMarks() const {
        Index count = 0;
        for (const Mark& mark : marks)
            count += mark.isPlaced ? mark.count : 0;
        return count;
    }
};

/// What stands on top of the layers: a dense layer, an activation and a norm where there are some, then scores.
struct TopShape {
    enum class Kind {
        None,        ///< the model only reads
        Words,       ///< scores of the vocabulary for every token: of what is masked there, or comes next
        Classes,     ///< scores of labels for the whole text
        TokenClasses ///< scores of labels for every token
    };
    /// Which of a sequence's tokens classes are told from.
    enum class Pool {
        First,
        Last,
        Mean,
        FirstAndRest, ///< the first, and below it the mean of those behind the first `marks`
        FirstTwo      ///< the mean of the scores of the first two, of which each has its own
    };
    /// What the scores of labels mean.
    enum class Problem {
        OneLabel,  ///< probabilities of all labels together
        EachLabel, ///< of each label for itself
        Number     ///< the score is the answer
    };

    Kind kind = Kind::None;
    Pool pool = Pool::First;
    Index marks = 0;      ///< Pool::FirstAndRest
    Index denseWidth = 0; ///< 0: there is no dense layer
    bool denseBias = true;
    Activation activation = Activation::None;
    std::optional<NormOptions> norm = {};
    double scale = 1;   ///< of what is scored
    bool tied = true;   ///< Kind::Words: the scores are products with the tokens' own vectors
    bool bias = true;   ///< of the scores
    double softCap = 0; ///< the scores are cap · tanh(score / cap); 0: they are as they are
    std::vector<std::string> labels = {};
    Problem problem = Problem::OneLabel;
};

/// The side of a network that looks at what the layers have made of a text.
struct DecoderShape {
    EmbeddingShape embeddings = {};
    bool sharesWords = true; ///< its tokens have the vectors of the text's
    StackShape stack = {};
    int begin = 0, end = 0;      ///< ids of the marks before what it reads and behind it
    std::vector<int> never = {}; ///< ids that it does not write
};

/// A published network, complete, as plain values.
struct NetworkShape {
    EmbeddingShape embeddings = {};
    std::optional<PatchShape> patches = {}; ///< it sees images, and `embeddings` mean nothing
    StackShape stack = {};
    std::optional<DecoderShape> decoder = {}; ///< the top stands on it where there is one
    TopShape top = {};
    std::vector<int> ends = {}; ///< ids behind which a text that is continued is complete
    bool readsPairs = true;     ///< two texts can be told apart

    /// Else the decoder, where there is one, reads the text that the layers read, each token behind the one before it,
    /// a begin mark first (BART's classifiers).
    bool writes() const { return decoder && top.kind == TopShape::Kind::Words; }
};

} // namespace headlight
