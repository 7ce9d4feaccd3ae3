#pragma once

#include "models/model.h"

#include <cstdint>
#include <functional>
#include <string>

namespace headlight {

/// How a text is gone on with.
struct ContinueOptions {
    int tokens = 64;        ///< at most
    double temperature = 0; ///< the next token is drawn by the probabilities of scores divided by it; 0: the likeliest
    int top = 0;            ///< and among so many likeliest; 0: among all
    std::uint64_t seed = 1;
};

/// One token that was written.
struct ContinuedToken {
    std::string token;         ///< the vocabulary's entry
    std::string text;          ///< what it adds to the text; empty while a character is not complete
    double logProbability = 0; ///< natural, given all before; of the scores as they are
};

/// What wrote no further token.
enum class ContinuationEnd { Tokens, EndMark, Positions };

/// What an entry of the vocabulary is to a text behind which it would stand.
struct NextToken {
    std::string text;  ///< what it adds; empty where it is a mark, or a part of a character
    bool ends = false; ///< the text is complete without it
};

/// A model that can go on with a text, one token after the other.
class ContinuingModel {
public:
    virtual ~ContinuingModel() = default;
    /// `written` is called for each token. The same each time. std::invalid_argument for options that are negative;
    /// Error as Model::read(), and where the model's scores are no numbers.
    virtual ContinuationEnd continueText(const std::string& text, const ContinueOptions& options,
                                         const std::function<void(const ContinuedToken&)>& written,
                                         const RunControl& control) const = 0;
    /// Of a text as Model::read() gives it and an entry, such as a candidate of the answer has as its label.
    /// std::invalid_argument where the vocabulary has no such entry.
    virtual NextToken nextToken(const Sequence& text, const std::string& token) const = 0;
    /// How likely the model finds what Model::read() gave, with the user's changes: of each token the natural logarithm
    /// of its probability, given those before it. NaN for the first, before which there is nothing, and for what is
    /// left out. Error where the model's scores are no numbers.
    virtual std::vector<double> logProbabilities(std::vector<Sequence> sequences, const Intervention& changes,
                                                 const RunControl& control) const = 0;
};

/// Null for a model that can't, now.
const ContinuingModel* continuingModel(const Model& model);

} // namespace headlight
