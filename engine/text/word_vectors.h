#pragma once

#include "core/matrix.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace headlight {

/// Words and their vectors, in the order of the file.
struct WordVectors {
    std::string path;
    int dimension = 0;
    std::vector<std::string> words;
    std::vector<Real> numbers; ///< dimension for each word, one word after the other
    int unreadable = 0;        ///< words of the file that were left out because they are not UTF-8

    /// [dimension × words]
    ConstMatrixMap values() const { return {numbers.data(), dimension, Index(words.size())}; }
};

/// Reads GloVe text (`word number number …` a line), word2vec text (the same after a line `words dimension`) and
/// word2vec binary (that line, then each word, a space and little-endian float32), plain or compressed by gzip. Which
/// it is, is seen from the file. With `wanted` only those words are kept. Of a word that is there twice the first
/// counts.
///
/// Error with file and line (text) or byte (binary) when a line has the wrong count of numbers, something is not a
/// finite number, the file ends early or has more words than it says, or is no such file. Limits: 10,000 numbers a
/// word, 1 MiB a line. Memory grows with what is read and never with what a header claims.
WordVectors readWordVectors(const std::string& path, const std::unordered_set<std::string>& wanted = {});

/// Numbers of a word in such a file, of which no more than the first word is read. Error as above.
int readVectorWidth(const std::string& path);

} // namespace headlight
