#include "analysis/decision.h"

#include <algorithm>

namespace headlight {

namespace {

std::optional<double> decided(const ClassAnswer& answer, const ClassAnswer& reference) {
    if (reference.logOdds.empty() || answer.logOdds.size() != reference.logOdds.size())
        return std::nullopt;
    return answer.logOdds[reference.best()];
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
            sum += answer.tokens[t].tags.logOdds[reference.tokens[t].best];
            ++count;
        }
    }
    return sum / count;
}

std::optional<double> decided(const SelectionAnswer& answer, const SelectionAnswer& reference) {
    return decided(answer.places, reference.places);
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
        sum += now.logOdds[std::size_t(found - now.labels.begin())];
    }
    return sum / double(answer.places.size());
}

/// Of the same words: each pass then reads the translation as it was.
std::optional<double> decided(const TranslationAnswer& answer, const TranslationAnswer& reference) {
    if (answer.tokens.size() != reference.tokens.size())
        return std::nullopt;
    double sum = 0;
    for (std::size_t token = 0; token < answer.tokens.size(); ++token) {
        if (answer.tokens[token].text != reference.tokens[token].text)
            return std::nullopt;
        sum += answer.tokens[token].logProbability;
    }
    return sum;
}

} // namespace

std::optional<double> decisionOf(const Answer& answer, const Answer& reference) {
    return std::visit(
        [&reference]([[maybe_unused]] const auto& now) -> std::optional<double> {
            using Kind = std::decay_t<decltype(now)>;
            if constexpr (!std::is_same_v<Kind, std::monostate>)
                if (const auto* before = std::get_if<Kind>(&reference))
                    return decided(now, *before);
            return std::nullopt;
        },
        answer);
}

} // namespace headlight
