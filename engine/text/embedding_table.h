#pragma once

#include "core/matrix.h"
#include "core/random.h"
#include "text/vocabulary.h"
#include "text/word_vectors.h"

namespace headlight {

/// What a trained token without a vector starts from.
enum class UnknownVectors {
    Uniform, ///< U(−0.05, 0.05)
    Normal   ///< N(0, 1)
};

struct EmbeddingOptions {
    int width = 300; ///< numbers a token
    UnknownVectors unknown = UnknownVectors::Uniform;
};

/// The embedding of REFERENCE §0.3: three groups of columns in one vocabulary.
///
///     0, 1                           <pad>, <unk>        zero, never trained
///     trainableBegin … trainableEnd  training tokens     trained; from the vectors where they have the token
///     trainableEnd … size            further vectors     frozen, so that unseen words mean something
///
/// Without vectors the last group is empty.
struct EmbeddingTable {
    Vocabulary vocabulary;
    Matrix values; ///< [width × vocabulary]
    int trainableBegin = 0;
    int trainableEnd = 0;
    int fromVectors = 0; ///< training tokens that have a vector
};

/// A training token with capitals takes the vector of its lower-case form when it has none of its own. The values of
/// tokens without a vector are drawn in the order of the vocabulary. Error when the vectors have another width, or not
/// one of the training tokens.
EmbeddingTable makeEmbeddingTable(const Vocabulary& trained, const WordVectors* vectors,
                                  const EmbeddingOptions& options, Random& random);

/// Error when words of the file have another count of numbers than the embedding's `width`.
void checkVectorWidth(const std::string& path, int numbers, int width);

} // namespace headlight
