#pragma once

#include "core/thread_pool.h"
#include "models/sentence_classifier.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// What a model makes of one sentence.
struct Analysis {
    std::vector<std::string> tokens;
    std::vector<bool> known; ///< token by token: in the model's vocabulary
    std::size_t leftOut = 0; ///< tokens of the text behind those, which the model does not read (`max_tokens`)
    std::vector<AttentionMap> maps;
    /// The second sentence of a pair, and its maps; empty for a single one.
    std::vector<std::string> secondTokens;
    std::vector<bool> secondKnown;
    std::size_t secondLeftOut = 0;
    std::vector<AttentionMap> secondMaps;
    std::vector<std::string> labels;
    std::vector<double> logits, probabilities;
    std::optional<double> score; ///< of a task of scores: what the probabilities of its levels amount to

    int best() const; ///< index of the most probable label
    /// With tokens, known words and maps of the second sentence in the first one's place.
    Analysis ofSecond() const;
};

/// More tokens to read than this are refused: no one can look at them, and a map has a number for every pair.
constexpr Index longestSentence = 20000;

/// All tokens of the text, by the model's typing rule. Error when there is none, or too many are to be read.
std::vector<std::string> tokensOf(const SentenceClassifier& model, const std::string& text);

/// How a pass goes on; none of it changes a bit of the result.
struct AttendControl {
    std::function<void()> onQuery = {};     ///< is called after every query of every map
    std::function<void()> check = {};       ///< Tape::checkBy: what it throws leaves the pass
    int threads = ThreadPool::processors(); ///< that a long text is spread over
};

/// Runs the model on one sentence, or on the two of a pair (`second`; Error when the model's task wants another number
/// of them), each cut to what the model reads, with the maps that the requests name and the user's changes. Of the
/// second sentence other requests may be made.
Analysis attend(const SentenceClassifier& model, const std::vector<std::string>& tokens,
                std::vector<TraceRequest> requests = {TraceRequest{}}, const Intervention& intervention = {},
                const std::vector<std::string>& second = {}, const AttendControl& control = {},
                const std::optional<std::vector<TraceRequest>>& ofSecond = {});

} // namespace headlight
