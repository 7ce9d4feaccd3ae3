#include "models/text_likelihood.h"

#include "core/error.h"
#include "models/continuing.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

TextLikelihood ofTranslation(const Model& model, const std::vector<std::string>& texts, const RunControl& control) {
    if (texts.size() < 2)
        throw Error("the model translates: give the translation behind its source, too, each in quotes");
    std::vector<Sequence> sequences = model.read(texts);
    sequences.back().isComplete = true; // so that nothing is written behind it
    const auto recording = model.run(std::move(sequences), {}, control);
    TextLikelihood likelihood;
    for (const TranslationAnswer::Token& token : std::get<TranslationAnswer>(recording->answer()).tokens)
        likelihood.tokens.push_back({token.text, token.logProbability});
    return likelihood;
}

} // namespace

int TextLikelihood::counted() const {
    return int(std::count_if(tokens.begin(), tokens.end(),
                             [](const Token& token) { return !std::isnan(token.logProbability); }));
}

double TextLikelihood::logProbability() const {
    double sum = 0;
    for (const Token& token : tokens)
        if (!std::isnan(token.logProbability))
            sum += token.logProbability;
    return sum;
}

double TextLikelihood::perplexity() const {
    return std::exp(-logProbability() / counted());
}

TextLikelihood likelihoodOf(const Model& model, const std::vector<std::string>& texts, const RunControl& control) {
    if (model.inputs().back().isBegin)
        return ofTranslation(model, texts, control);
    const ContinuingModel* const continuing = continuingModel(model);
    if (!continuing)
        throw Error("the model tells no probability of a text: it neither goes on with texts nor translates");
    const std::vector<Sequence> sequences = model.read(texts);
    const std::vector<double> found = continuing->logProbabilities(sequences, {}, control);
    TextLikelihood likelihood;
    for (std::size_t token = 0; token < found.size(); ++token)
        likelihood.tokens.push_back({sequences.front().tokens[token].text, found[token]});
    return likelihood;
}

} // namespace headlight
