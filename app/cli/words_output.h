#pragma once

#include "engine/analysis/class_corpus.h"

#include <string>
#include <vector>

namespace headlight {

/// What `words` found, and of what.
struct WordsFound {
    std::string model, data, split;
    std::vector<MapAddress> heads;
    std::vector<std::string> labels;
    bool isOrdered = false;
    WordWeights weights;
    std::vector<WordShift> words; ///< that were asked for; none: the top words of each class are wanted
    std::size_t top = 0, fewest = 0;

    std::vector<TopWord> topOf(std::size_t label) const { return topWords(weights, label, top, fewest); }
};

void printWordsTable(const WordsFound& found);
void printWordsDocument(const WordsFound& found);
void printWordsCsv(const WordsFound& found);

} // namespace headlight
