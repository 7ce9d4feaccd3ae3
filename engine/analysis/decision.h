#pragma once

#include "results/answer.h"

#include <optional>

namespace headlight {

/// How much an answer is for what another one of the same model said: of classes the log-odds of the class that
/// `reference` answers, of labels of tokens and of places their mean, of a score the score itself, of a translation the
/// logarithm of its probability. None where they can't be compared: there is no answer, another number of tokens,
/// another translation, a candidate is not among those that are kept (RunControl::compared keeps it).
std::optional<double> decisionOf(const Answer& answer, const Answer& reference);

} // namespace headlight
