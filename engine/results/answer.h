#pragma once

#include "results/index.h"
#include "results/tag_span.h"

#include <algorithm>
#include <functional>
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

/// A translation: the best that was found, and the others that were found beside it. A model reads as its second text
/// how its translation is to begin; each `begin` is such a text, which gives exactly that.
struct TranslationAnswer {
    struct Candidate {
        std::string token; ///< a piece of a word; `ends`: the mark of the end
        double probability = 0;
        bool ends = false;
    };
    struct Token {
        std::string text;
        double logProbability = 0;         ///< natural, given the source and the tokens before
        std::vector<Candidate> candidates; ///< the likeliest first; the token need not be one of them
        bool isForced = false;             ///< the user gave it
    };
    struct Beam {
        std::string text;          ///< its words
        double logProbability = 0; ///< of all tokens together, the end included
        double score = 0;          ///< by which they are ranked: the same, less dependent on the length
        std::string begin;
        bool ended = false; ///< else it was cut at the limit
    };
    std::vector<Token> tokens; ///< the last is the end where the translation has one
    std::vector<Beam> beams;   ///< the best first, which is the translation
    /// Of a translation with that candidate in place of that token, behind those before. Written when it is asked for:
    /// all of them together are as long as the square of the translation.
    std::function<std::string(std::size_t token, std::size_t candidate)> begin;
    Index limit = 0; ///< tokens that it may have, its end included
    bool ended() const { return beams.front().ended; }
};

/// What a model says of what it has read; nothing, where it only reads.
using Answer =
    std::variant<std::monostate, ClassAnswer, ScoreAnswer, TagAnswer, TokenAnswer, SelectionAnswer, TranslationAnswer>;

/// The classes of an answer, the levels of a score, or the sentences of a passage; of places the candidates of all,
/// "dog" or, where there are several, "4: dog"; of translations all that were found, with their scores as logits. Empty
/// where there is no answer, or one for each token.
ClassAnswer classesOf(const Answer& answer);

} // namespace headlight
