#pragma once

#include "results/answer.h"

#include <optional>

namespace headlight {

/// Log-odds of a class, ln p / (1 − p), by its logits, so that they are exact where p is nearly 0 or 1; by its
/// probability where there are no logits. −∞ or ∞ for a class that is impossible, or the only one.
double logOdds(const ClassAnswer& answer, std::size_t label);
/// Those of classesOf(answer), in its order.
std::vector<double> logOddsOf(const Answer& answer);

/// How much an answer is for what another one of the same model said: of classes the log-odds of the class that
/// `reference` answers, of labels of tokens and of places their mean, of a score the score itself. None where they
/// can't be compared: there is no answer, another number of tokens, a candidate is not among those that are kept.
std::optional<double> decisionOf(const Answer& answer, const Answer& reference);

} // namespace headlight
