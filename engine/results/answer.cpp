#include "results/answer.h"

#include <cmath>
#include <limits>

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
            all.logOdds.push_back(place.candidates.logOdds[k]);
        }
    return all;
}

/// Of a probability that is far below 1 the logarithm itself.
double logOddsOf(double logProbability) {
    return logProbability - std::log1p(-std::exp(logProbability));
}

ClassAnswer translationsOf(const TranslationAnswer& answer) {
    ClassAnswer all;
    for (const TranslationAnswer::Beam& beam : answer.beams) {
        all.labels.push_back(beam.text);
        all.logits.push_back(beam.score);
        all.probabilities.push_back(std::exp(beam.logProbability));
        all.logOdds.push_back(logOddsOf(beam.logProbability));
    }
    return all;
}

} // namespace

std::vector<double> logOddsOfOne(const std::vector<double>& logits) {
    constexpr double nothing = -std::numeric_limits<double>::infinity();
    std::size_t best = 0;
    for (std::size_t k = 1; k < logits.size(); ++k)
        best = logits[k] > logits[best] ? k : best;
    double next = nothing;
    for (std::size_t k = 0; k < logits.size(); ++k)
        next = k == best ? next : std::max(next, logits[k]);
    // Of the likeliest class the others are added up beside the next one, where they would vanish beside itself.
    double all = 0, others = 0;
    for (std::size_t k = 0; k < logits.size(); ++k) {
        all += std::exp(logits[k] - logits[best]);
        others += k == best ? 0 : std::exp(logits[k] - next);
    }
    std::vector<double> odds;
    for (std::size_t k = 0; k < logits.size(); ++k) {
        const double below = logits[k] - logits[best];
        odds.push_back(k != best         ? below - std::log(all - std::exp(below))
                       : next == nothing ? -next
                                         : logits[k] - next - std::log(others));
    }
    return odds;
}

ClassAnswer classesOf(const Answer& answer) {
    if (const auto* classes = std::get_if<ClassAnswer>(&answer))
        return *classes;
    if (const auto* score = std::get_if<ScoreAnswer>(&answer))
        return score->levels;
    if (const auto* selection = std::get_if<SelectionAnswer>(&answer))
        return selection->places;
    if (const auto* tokens = std::get_if<TokenAnswer>(&answer))
        return candidatesOf(*tokens);
    if (const auto* translation = std::get_if<TranslationAnswer>(&answer))
        return translationsOf(*translation);
    return {};
}

} // namespace headlight
