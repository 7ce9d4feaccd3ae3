#include "text/word_vectors.h"

#include "fuzz/scratch.h"
#include "fuzz/targets.h"

#include <cmath>

void headlight::fuzz::readVectorsFile(std::string_view bytes) {
    const Scratch scratch;
    const std::string path = scratch.write("vectors", bytes).string();
    attempt([&] { readVectorWidth(path); });
    attempt([&] { readWordVectors(path, {"the", "a"}); });
    const WordVectors vectors = readWordVectors(path);
    require(vectors.dimension > 0, "a word has a number at least");
    require(vectors.numbers.size() == vectors.words.size() * std::size_t(vectors.dimension), "each word has all");
    for (const Real number : vectors.numbers)
        require(std::isfinite(number), "every number is finite");
}
