#pragma once

#include "models/model.h"

namespace headlight {

/// How likely a model finds a text, token by token.
struct TextLikelihood {
    struct Token {
        std::string token; ///< the vocabulary's entry
        /// Natural, given all before it, of a translation its source, too; NaN for a token before which there is
        /// nothing.
        double logProbability = 0;
    };
    std::vector<Token> tokens;

    int counted() const;           ///< tokens that have a probability
    double logProbability() const; ///< of all of them together
    /// e to the power of minus their mean; NaN where none is counted.
    double perplexity() const;
};

/// Of a text, by a model that goes on with texts; of a source and its whole translation, by one that writes, with the
/// mark of its end. Error for other models, and as Model::read() and Model::run().
TextLikelihood likelihoodOf(const Model& model, const std::vector<std::string>& texts, const RunControl& control = {});

} // namespace headlight
