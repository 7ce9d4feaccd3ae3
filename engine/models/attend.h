#pragma once

#include "models/sentence_classifier.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// What a model makes of one sentence.
struct Analysis {
    std::vector<std::string> tokens;
    std::vector<bool> known; ///< token by token: in the model's vocabulary
    std::vector<AttentionMap> maps;
    /// The second sentence of a pair, and its maps; empty for a single one.
    std::vector<std::string> secondTokens;
    std::vector<bool> secondKnown;
    std::vector<AttentionMap> secondMaps;
    std::vector<std::string> labels;
    std::vector<double> logits, probabilities;
    std::optional<double> score; ///< of a task of scores: what the probabilities of its levels amount to

    int best() const; ///< index of the most probable label
    /// With tokens, known words and maps of the second sentence in the first one's place.
    Analysis ofSecond() const;
};

/// More tokens than this are refused: no one can look at them, and a map has a number for every pair.
constexpr Index longestSentence = 20000;

/// Cuts the text as the model's typing rule says. Error when nothing is left, or too much.
std::vector<std::string> tokensOf(const SentenceClassifier& model, const std::string& text);

/// Runs the model on one sentence, or on the two of a pair (`second`; Error when the model's task wants another number
/// of them), with the maps that the requests name and the user's changes. A pass that is not wanted any more is not
/// interrupted: it takes milliseconds up to hundreds of tokens.
Analysis attend(const SentenceClassifier& model, const std::vector<std::string>& tokens,
                std::vector<TraceRequest> requests = {TraceRequest{}}, const Intervention& intervention = {},
                const std::vector<std::string>& second = {});

} // namespace headlight
