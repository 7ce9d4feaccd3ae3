#include "analysis/decision.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {

namespace {

std::optional<double> decided(const ClassAnswer& answer, const ClassAnswer& reference) {
    if (reference.probabilities.empty() || answer.probabilities.size() != reference.probabilities.size())
        return std::nullopt;
    return logOdds(answer, reference.best());
}

std::optional<double> decided(const ScoreAnswer& answer, const ScoreAnswer&) {
    return answer.score;
}

std::optional<double> decided(const TagAnswer& answer, const TagAnswer& reference) {
    if (answer.tokens.empty() || answer.tokens.size() != reference.tokens.size())
        return std::nullopt;
    double sum = 0, count = 0;
    for (std::size_t t = 0; t < answer.tokens.size(); ++t) {
        if (answer.tokens[t].isRead != reference.tokens[t].isRead) // then the means are of other tokens
            return std::nullopt;
        if (answer.tokens[t].isRead) {
            sum += logOdds(answer.tokens[t].tags, reference.tokens[t].best);
            ++count;
        }
    }
    return sum / count;
}

std::optional<double> decided(const TokenAnswer& answer, const TokenAnswer& reference) {
    if (answer.places.empty() || answer.places.size() != reference.places.size())
        return std::nullopt;
    double sum = 0;
    for (std::size_t place = 0; place < answer.places.size(); ++place) {
        const ClassAnswer &now = answer.places[place].candidates, &before = reference.places[place].candidates;
        if (before.labels.empty())
            return std::nullopt;
        const auto found = std::find(now.labels.begin(), now.labels.end(), before.labels[before.best()]);
        if (found == now.labels.end())
            return std::nullopt;
        const double share = now.probabilities[std::size_t(found - now.labels.begin())]; // of the whole vocabulary
        sum += std::log(share) - std::log1p(-share);
    }
    return sum / double(answer.places.size());
}

/// Classes that don't exclude each other: each has a probability of its own, whose log-odds its logit is.
bool areIndependent(const ClassAnswer& answer) {
    for (std::size_t k = 0; k < answer.logits.size(); ++k)
        if (std::abs(answer.probabilities[k] - 1 / (1 + std::exp(-answer.logits[k]))) > 1e-9)
            return false;
    return true;
}

} // namespace

double logOdds(const ClassAnswer& answer, std::size_t label) {
    if (answer.logits.size() != answer.probabilities.size()) {
        const double share = answer.probabilities[label];
        return std::log(share) - std::log1p(-share);
    }
    if (areIndependent(answer))
        return answer.logits[label];
    double top = -std::numeric_limits<double>::infinity(), sum = 0;
    for (std::size_t other = 0; other < answer.logits.size(); ++other)
        if (other != label)
            top = std::max(top, answer.logits[other]);
    if (!std::isfinite(top))
        return -top;
    for (std::size_t other = 0; other < answer.logits.size(); ++other)
        if (other != label)
            sum += std::exp(answer.logits[other] - top);
    return answer.logits[label] - top - std::log(sum);
}

std::vector<double> logOddsOf(const Answer& answer) {
    ClassAnswer classes = classesOf(answer);
    if (std::holds_alternative<TokenAnswer>(answer))
        classes.logits.clear(); // some of a vocabulary's: the probabilities are shares of all
    std::vector<double> odds(classes.probabilities.size());
    for (std::size_t label = 0; label < odds.size(); ++label)
        odds[label] = logOdds(classes, label);
    return odds;
}

std::optional<double> decisionOf(const Answer& answer, const Answer& reference) {
    return std::visit(
        [&reference](const auto& now) -> std::optional<double> {
            using Kind = std::decay_t<decltype(now)>;
            if constexpr (std::is_same_v<Kind, std::monostate>)
                return std::nullopt;
            else if (const auto* before = std::get_if<Kind>(&reference))
                return decided(now, *before);
            else
                return std::nullopt;
        },
        answer);
}

} // namespace headlight
