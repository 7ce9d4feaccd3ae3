#pragma once

#include "analysis/class_corpus.h"

namespace headlight {

/// Which numbers of WordWeights a figure is made of.
struct WordQuestion {
    std::vector<std::string> words; ///< whose shifts are wanted
    std::size_t top = 10;           ///< words of each class
    std::size_t fewest = 5;         ///< times that these occur in it
};

struct WordReport {
    std::vector<std::string> labels;
    bool isOrdered = false;
    std::size_t texts = 0, cut = 0, refused = 0; ///< as in WordWeights
    std::vector<WordShift> words;                ///< of the question those that the corpus has
    std::vector<std::vector<TopWord>> top;       ///< by class
};

WordReport wordReport(const ClassCorpus& corpus, const WordWeights& weights, const WordQuestion& question);

} // namespace headlight
