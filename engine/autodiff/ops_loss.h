#pragma once

#include "autodiff/tape.h"
#include "autodiff/target.h"

#include <vector>

namespace headlight {

/// Σ KL(target ‖ softmax(logits)) · weight over the columns of logits [classes × examples], 1 × 1; for labels this is
/// the cross entropy. With weight = 1 / (examples of the whole mini-batch) the sum over shards is the batch's mean. The
/// papers' code clips probabilities at 1e-10 to keep their logarithms finite; here they are taken from the logits, and
/// need none. `targets` must live until backward; std::invalid_argument for a target that is no class.
///
/// `smoothing` ε takes that share of a label's probability and gives it to the others, ε / (classes − 1) to each
/// (REFERENCE §4.5): a target is (1 − ε) t + ε (1 − t) / (classes − 1). Since the divergence is from that, the loss of
/// a perfect answer is still 0. std::invalid_argument unless 0 ≤ ε < 1.
///
/// A logit of −∞ is no class of its example (columnPerSequence() in ops_sequence.h): nothing is given to it.
Var divergence(Var logits, const std::vector<Target>& targets, Real weight, Real smoothing = 0);

/// Column-wise softmax, for predictions.
Matrix softmax(const Eigen::Ref<const Matrix>& logits);

} // namespace headlight
