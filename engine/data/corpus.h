#pragma once

#include "core/config.h"
#include "data/source_file.h"
#include "data/tag_columns.h"
#include "text/tokenizer.h"
#include "text/vocabulary.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// What an example of a corpus is.
enum class CorpusKind {
    Sentences,       ///< a sentence with a label
    Pairs,           ///< two sentences with a label
    ScoredPairs,     ///< two sentences with a number
    TaggedSentences, ///< a sentence with a label for each token
    Propositions,    ///< a sentence with one predicate, and what each token is to it
    Translations,    ///< a sentence and its translation
    Selections,      ///< a question and the sentences of a passage, of which one has the answer
};

/// What is read and what is wanted of it: a label, an index into Corpus::labels; a score, whose label is the level at
/// or below it; tags, labels of the tokens, which may depend on one of them, the predicate; or which of the texts
/// behind the first is the right one.
struct Example {
    std::vector<std::vector<std::string>> texts; ///< each cut into tokens; one, the two of a pair, a sentence and
                                                 ///< its translation, or a question and its sentences
    int label = 0;                               ///< of selections the sentence of the first answer, from 0
    double score = 0;                            ///< scored pairs
    std::vector<int> tags = {};                  ///< tagged sentences and propositions: one for each token
    int predicate = -1;                          ///< of a proposition: its token
    std::vector<int> accepted = {}; ///< of selections: the sentences of all answers, rising; `label` is one of them
    std::string group = {}; ///< what it must not be separated from when a corpus is cut: its article; empty: nothing
    std::shared_ptr<const std::string> file = {}; ///< where it stands; none: it was made here
    std::size_t line = 0;                         ///< of that file, from 1

    std::size_t longest() const; ///< tokens of its longest text
    std::string place() const;   ///< "FILE, line 3"; empty: it was made here
};

constexpr std::size_t mostLabels = 10000; ///< of a corpus, and of a model

struct ScorePlace {
    double score = 0;
    std::string place = {}; ///< "FILE, line 3: "
};

/// Labelled sentences or pairs. A corpus without a split (CR, SUBJ, MR) has everything in `train`; of one whose
/// examples have groups it is cut by these.
struct Corpus {
    std::string name; ///< of the folder or file, for titles and run rows
    std::string spec; ///< what opens it again
    CorpusKind kind = CorpusKind::Sentences;
    TokenizerOptions tokenizer;           ///< how its text was cut into tokens
    std::vector<std::string> labels;      ///< names, by label; of scores their levels (data/score_levels.h)
    std::vector<std::string> labelPlaces; ///< "FILE, line 3: " by label, where it occurs first; none of generated ones
    ScorePlace lowest, highest;           ///< of the scores of the files, where they occur first; of scored pairs
    std::vector<Example> train, dev, test;
    bool isCutHere = false; ///< its examples are of one file, and were cut by their groups
    int emptyTexts = 0;     ///< examples of the files that were left out because their text is empty (CR has four)
    std::vector<std::string>
        notes; ///< for people: which files are read as Latin-1, with the first line that is not UTF-8
};

/// 16 hexadecimal digits (64-bit FNV-1a) over labels, tokens and split: a resumed run refuses a corpus with another
/// one. Name and spec don't matter, so that a moved file stays the same corpus.
std::string fingerprint(const Corpus& corpus);

/// What a trained model is judged by: the test set, else the dev set, else everything.
const std::vector<Example>& evaluationExamples(const Corpus& corpus);

/// The first training token that has punctuation at its end ("horrid,"), of a corpus in which more marks hang on words
/// than stand apart; else empty. Such a corpus is prose that was cut at white space only.
std::string punctuatedToken(const Corpus& corpus);

/// How a sentence that a person types has to be cut and spelt to look like this corpus. Of one that was cut already:
/// by the rule for that (TokenizerRuleRow::typed), unless it is prose that was cut at white space only; in lower case
/// when the corpus has no capital letter, with Penn Treebank quotes and brackets when the corpus has those.
TokenizerOptions typedTokenizer(const Corpus& corpus);

/// Of a text with so many tokens, how many a model reads whose `max_tokens` is `mostTokens`: at most those; 0: all.
std::size_t readLength(std::size_t tokens, int mostTokens);

/// For Vocabulary::fromCounts; of the training set as a rule. Of each text the first `mostTokens` are counted; 0: all.
TokenCounts countTokens(const std::vector<Example>& examples, int mostTokens = 0);

/// Examples of which one text at least has more tokens than that; 0: no limit, so none has.
std::int64_t countLonger(const std::vector<Example>& examples, int mostTokens);

/// The format of a corpus whose files are told by their look.
inline const std::string autoFormat = "auto";

/// The options of a corpus specification; datasets/README.md describes them.
struct CorpusOptions {
    enum class Labels { Binary, Fine };

    std::string format = autoFormat; ///< a row of corpusFormats(), or autoFormat
    Labels labels = Labels::Binary;
    bool phrases = true;
    std::string text;
    std::string second;
    std::string label;
    std::string score;
    std::optional<TagLayout> layout; ///< none: by the look of the file
    std::string token;
    std::string tag;
    std::string from;
    std::string to;
    bool trainOnDev = false;
    std::optional<TokenizerRule> tokenizer; ///< none: as fits the format
    bool lower = false;
    std::optional<LineBreaks> lineBreaks; ///< none: as the file writes them
    double dev = 0;
    int limit = 0;
    int seed = 1;
};

const Fields<CorpusOptions>& corpusFields();

/// `PATH[?key=value&key=value]`, e.g. `trec`, `sst/trees?labels=fine&phrases=false`,
/// `reviews.csv?text=body&label=stars`. PATH is a file or a folder with files for train, dev and test. Error with file
/// and line when anything is wrong, with the nearest name for an unknown option.
Corpus openCorpus(const std::string& spec);

/// To judge a model by one split, "test", "dev" or "train", or by the first of them that the corpus has (""): only the
/// file is read that the split is made of, so nothing that is wrong in the others is in the way. Labels are those of
/// that file. Error with the splits that there are where the wanted one is not among them.
Corpus openSplit(const std::string& spec, const std::string& split);

/// A specification's path and its options as written, in order. A path that exists as it stands has no options.
struct ParsedSpec {
    std::string path;
    std::vector<std::pair<std::string, std::string>> options;
};
ParsedSpec parseSpec(const std::string& spec);

} // namespace headlight
