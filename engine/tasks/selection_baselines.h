#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

using Tokens = std::vector<std::string>;

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

/// In how many of some sentences each word occurs, in lower case: of the passages that training questions are about
/// (Task::sentenceCounts()).
struct SentenceCounts {
    std::int64_t sentences = 0;
    std::map<std::string, std::int64_t> words = {};

    void add(const Tokens& sentence);
    /// Inverse document frequency of a word in lower case, ln((N + 1) / (n + 1)), where it is in n of the N sentences.
    /// So a word that is new weighs most.
    double weight(const std::string& word) const;
    bool operator==(const SentenceCounts&) const = default;
};

/// The sentence that each baseline chooses, in the order of the rows; of sentences that are equal in it, the first.
/// `texts` are a question and at least one sentence. Words are compared in lower case; tokens of nothing but ASCII
/// punctuation are none. There is no list of stop words.
std::vector<int> baselineChoices(std::span<const Tokens> texts, const SentenceCounts& counts);

} // namespace headlight
