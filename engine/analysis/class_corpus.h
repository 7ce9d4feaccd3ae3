#pragma once

#include "analysis/word_weights.h"
#include "data/corpus.h"

#include <string>
#include <vector>

namespace headlight {

/// What wordWeights() is asked about: the texts of a corpus, and the classes that they are of.
struct ClassCorpus {
    std::vector<std::string> labels;
    bool isOrdered = false; ///< the labels are ratings, which rise
    std::vector<ClassText> texts;
};

/// Of some examples of a corpus of sentences or texts with labels. Error for one of another kind.
ClassCorpus classCorpus(const Corpus& corpus, const std::vector<Example>& examples);

/// Whether classes are in an order, so that a trend along them means something: numbers that rise, or the names that
/// sentiment corpora have for them, from "very negative" to "very positive".
bool areRatings(const std::vector<std::string>& labels);

/// Error where the model reads anything else than one text by itself: a pair, a predicate, a passage, a translation.
void checkReadsOneText(const Model& model);

/// The heads that attend to words: those of the pooling where there are some, for they weigh the words of the whole
/// text (LAMA's own), else those of the self attention. Error where the model has neither.
std::vector<MapAddress> wordHeads(const Model& model);

/// The heads that are named, "1.pooling.0, 0.2", each once; those of wordHeads() for a blank text. Error where there is
/// no such head, or it does not attend to words, with those that do.
std::vector<MapAddress> wordHeadsNamed(const Model& model, const std::string& addresses);

/// "1.pooling.0, 1.pooling.1"
std::string addressList(const std::vector<MapAddress>& heads);

} // namespace headlight
