#pragma once

#include "analysis/rank_tests.h"
#include "core/check.h"
#include "models/model.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace headlight {

/// A text of a corpus, and the class that the corpus says it has.
struct ClassText {
    std::string text;
    int label = 0;
};

/// The corpus view of LAMA's Figure 4 and Table 6: how much attention words get over a whole corpus, by the class of
/// the texts they are in.
struct WordWeights {
    std::size_t classes = 0;
    /// By word, then class: a weight for each time that it occurs. A weight is the mean over the heads, and over the
    /// queries that see the word, times the number of tokens: 1 is what a word of that text has on average, however
    /// long the text.
    std::map<std::string, std::vector<std::vector<double>>> weights;
    /// The same for each text that has the word: the mean of its weights there. Those in one text have its other words
    /// in common, so only these are as independent of each other as tests ask.
    std::map<std::string, std::vector<std::vector<double>>> weightsByText;
    std::map<std::string, std::size_t> strongest; ///< by word, the text in which its weight is largest
    std::set<std::string> unknown;                ///< words that are not in the model's vocabulary
    std::size_t texts = 0;                        ///< that were read
    std::size_t cut = 0;                          ///< of these, longer than the model reads
    std::size_t refused = 0;                      ///< that the model could not read (empty, too long)
};

/// Reads the texts with a model of one text. `heads` are of attention to tokens (self attention or pooling) and exist
/// in the model; std::invalid_argument else, or where a label is not below `classes`. The model's own marks are no
/// words. `progress` is told how many texts are done, on any thread; `check` may throw.
WordWeights wordWeights(const Model& model, const std::vector<ClassText>& texts, std::size_t classes,
                        const std::vector<MapAddress>& heads, const Check& check = {},
                        const std::function<void(std::size_t)>& progress = {});

/// The weights of a word in the texts of a class; all but `times` are NaN where it does not occur. Quartiles between
/// two weights are read on the straight line between them.
struct WordSpread {
    std::size_t times = 0;
    double mean = 0, lowQuartile = 0, median = 0, highQuartile = 0;
};

/// A word, and whether its weights shift from class to class.
struct WordShift {
    std::string word;
    std::size_t times = 0;
    std::vector<WordSpread> classes;
    RankTest any;   ///< whether any class has other weights; both tests are of texts, not of occurrences
    RankTest trend; ///< whether they rise or fall along the classes, which must be in an order to ask this
};
/// std::invalid_argument for a word that the corpus does not have.
WordShift shiftOf(const WordWeights& weights, const std::string& word);
/// Of every word that occurs at least `fewest` times, by alphabet.
std::vector<WordShift> shiftsOf(const WordWeights& weights, std::size_t fewest, const Check& check = {});

struct TopWord {
    std::string word;
    double mean = 0;
    std::size_t times = 0; ///< that it occurs in texts of the class
};
/// The words of a class with the largest mean weights, the largest first; of those that occur at least `fewest` times
/// in its texts, at most `most`.
std::vector<TopWord> topWords(const WordWeights& weights, std::size_t label, std::size_t most, std::size_t fewest);

} // namespace headlight
