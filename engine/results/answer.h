#pragma once

#include "results/tag_span.h"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace headlight {

/// One of several classes.
struct ClassAnswer {
    std::vector<std::string> labels;
    std::vector<double> logits, probabilities; ///< by label
    /// By label, ln p / (1 − p); of logits, so that they are exact where p is nearly 0 or 1.
    std::vector<double> logOdds = {};
    std::size_t best() const {
        return std::size_t(std::max_element(probabilities.begin(), probabilities.end()) - probabilities.begin());
    }
};

/// Log-odds of classes of which one holds, by the logits of all. −∞ or ∞ for a class that is impossible, or the only
/// one.
std::vector<double> logOddsOfOne(const std::vector<double>& logits);

/// A number: the mean of levels by their probabilities, or one without levels.
struct ScoreAnswer {
    double score = 0;
    ClassAnswer levels;
};

/// A label for each token of a sequence.
struct TagAnswer {
    struct Token {
        std::size_t best = 0; ///< the label that is answered: not always the likeliest, for labels have an order
        ClassAnswer tags;     ///< `labels` is left empty
        bool isRead = true;   ///< false: the user left the token out; the numbers are NaN, and `best` means nothing
    };
    std::vector<std::string> labels;
    std::vector<Token> tokens;
    std::vector<TagSpan> spans; ///< that the labels mean, from left to right; of plain ones each token is a span
    const std::string& tag(std::size_t token) const { return labels[tokens[token].best]; }
};

/// What may stand at some places of a sequence: the likeliest entries of the vocabulary for each.
struct TokenAnswer {
    struct Place {
        int sequence = 0, token = 0;
        ClassAnswer candidates; ///< the likeliest first; their probabilities are shares of the whole vocabulary
    };
    std::vector<Place> places;
};

/// The sentence of a passage that answers a question.
struct SelectionAnswer {
    struct Sentence {
        std::size_t begin = 0, end = 0; ///< bytes of the typed passage
        bool isRead = true;             ///< false: the user left it out
    };
    /// What chooses a sentence without a network, for comparison.
    struct Choice {
        std::string id, title;
        std::size_t sentence = 0;
    };
    std::vector<Sentence> sentences;
    ClassAnswer places; ///< of the sentences; labels: their number from 1 with their first words, "2: the red bridge"
    std::vector<Choice> choices = {};
};

/// What a model says of what it has read; nothing, where it only reads.
using Answer = std::variant<std::monostate, ClassAnswer, ScoreAnswer, TagAnswer, TokenAnswer, SelectionAnswer>;

/// The classes of an answer, the levels of a score, or the sentences of a passage; of places the candidates of all,
/// "dog" or, where there are several, "4: dog". Empty where there is no answer, or one for each token.
ClassAnswer classesOf(const Answer& answer);

} // namespace headlight
