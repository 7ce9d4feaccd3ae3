#pragma once

#include "data/selection_tokens.h"

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// What chooses a sentence for a question without any network.
enum class SelectionBaseline {
    FirstSentence,
    LongestSentence, ///< of most words
    WordOverlap,     ///< in which most of the question's different words occur
    IdfOverlap,      ///< in which those words that occur weigh most together, a rare word more than a frequent one
};

struct SelectionBaselineRow {
    SelectionBaseline baseline;
    std::string id;    ///< for files and the command line
    std::string title; ///< for people
};

/// One row for each, in the order of their figures.
const std::vector<SelectionBaselineRow>& selectionBaselineRows();

/// "First sentence 33.49 %, Longest sentence 34.59 %, …" of an evaluation's details, which have the accuracies as
/// "baselines"; empty where they have none, whatever else they hold.
std::string baselinesText(const nlohmann::ordered_json& details);
/// The same as numbers, 0 … 1, by the rows' titles.
std::vector<std::pair<std::string, double>> baselinesIn(const nlohmann::ordered_json& details);

/// In how many of some sentences each word occurs, in lower case.
struct SentenceCounts {
    std::int64_t sentences = 0;
    std::map<std::string, std::int64_t> words = {};

    void add(const Tokens& sentence);
    /// ln((N + 1) / (n + 1)) of a word in lower case.
    double weight(const std::string& word) const;
    bool operator==(const SentenceCounts&) const = default;
};

/// The sentence that each baseline chooses, in the order of the rows. `texts` are a question and at least one sentence.
std::vector<int> baselineChoices(std::span<const Tokens> texts, const SentenceCounts& counts);

/// Of sentences that are equal in that the first is chosen. Words are compared in lower case; tokens of nothing but
/// ASCII punctuation are none. There is no list of stop words.
///
/// The weight of a word is its inverse document frequency ln((N + 1) / (n + 1)), where it is in n of the N sentences of
/// the passages that training questions are about. So a word that is new there weighs most.
class SelectionBaselines {
public:
    /// Reads the tokens; does not keep data or tokens. std::invalid_argument where they are not of the same questions.
    SelectionBaselines(const SelectionData& data, const SelectionTokens& tokens);

    /// The sentence of its passage for each of the questions. `train` matters to IdfOverlap only.
    std::vector<int> choose(SelectionBaseline baseline, std::span<const int> questions,
                            std::span<const int> train) const;

private:
    using Words = std::vector<int>; ///< numbers of words, rising, each once

    struct Sentence {
        Words words;
        int length = 0; ///< words, a repeated one each time
    };
    struct Question {
        int passage = 0;
        Words words;
    };

    std::vector<double> inverseFrequencies(std::span<const int> train) const;
    int mostOverlapping(const Question& question, const std::vector<double>& weights) const;

    int m_words = 0;                                ///< different ones
    std::vector<std::vector<Sentence>> m_sentences; ///< [passage][sentence]
    std::vector<Question> m_questions;
};

/// The shares of questions, 0 … 1, for which a right sentence was chosen; NaN of no questions.
struct SelectionAccuracy {
    double first = 0; ///< it is that of the first answer, SelectionQuestion::label
    double any = 0;   ///< it is that of any of the answers, as the released code of Bi-BloSAN counts
};
/// `chosen` has a sentence for each of the questions.
SelectionAccuracy selectionAccuracy(const SelectionData& data, std::span<const int> questions,
                                    std::span<const int> chosen);

} // namespace headlight
