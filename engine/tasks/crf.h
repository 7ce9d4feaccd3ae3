#pragma once

#include "autodiff/tape.h"
#include "autodiff/target.h"
#include "core/layout.h"

#include <vector>

namespace headlight {

/// A conditional random field over the tags y of a sentence (Lafferty, McCallum and Pereira 2001; sentence-level
/// log-likelihood of Collobert et al. 2011, equations 12 and 13):
///
///     P(y) = exp(Σ_t s[y_t, t] + Σ_t T[y_t, y_t−1]) / Z,      Z the sum over all ways to tag the sentence
///
/// Scores s are [tags × tokens]. Transitions T are [tags + 1 × tags + 1]: a row for each tag and one for the end of the
/// sentence, a column for the tag before and one for the beginning. T[end, beginning] is of no use.

/// −Σ log P(targets) · weight over the sentences of the layout, 1 × 1. Layout and targets, one for each token, must
/// live until backward; std::invalid_argument when they, scores and transitions don't fit, and for a target between two
/// labels.
Var sentenceDivergence(Var scores, Var transitions, const Layout& layout, const std::vector<Target>& targets,
                       Real weight);

/// The logarithm of the probability of each tag of each token, whatever the others are: [tags × tokens]. The likeliest
/// tags of a whole sentence are bestTags() of tasks/viterbi.h.
Matrix tagLogProbabilities(const Eigen::Ref<const Matrix>& scores, const Eigen::Ref<const Matrix>& transitions,
                           const Layout& layout);

} // namespace headlight
