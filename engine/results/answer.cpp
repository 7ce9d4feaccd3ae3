#include "results/answer.h"

namespace headlight {

namespace {

ClassAnswer candidatesOf(const TokenAnswer& answer) {
    if (answer.places.size() == 1)
        return answer.places.front().candidates;
    ClassAnswer all;
    for (const TokenAnswer::Place& place : answer.places)
        for (std::size_t k = 0; k < place.candidates.labels.size(); ++k) {
            all.labels.push_back(std::to_string(place.token) + ": " + place.candidates.labels[k]);
            all.logits.push_back(place.candidates.logits[k]);
            all.probabilities.push_back(place.candidates.probabilities[k]);
        }
    return all;
}

} // namespace

ClassAnswer classesOf(const Answer& answer) {
    if (const auto* classes = std::get_if<ClassAnswer>(&answer))
        return *classes;
    if (const auto* score = std::get_if<ScoreAnswer>(&answer))
        return score->levels;
    if (const auto* tokens = std::get_if<TokenAnswer>(&answer))
        return candidatesOf(*tokens);
    return {};
}

} // namespace headlight
