#pragma once

#include "autodiff/tape.h"

#include <vector>

namespace headlight {

/// What the answer to an example should be: a label, or a score between two labels that are neighbouring levels.
struct Target {
    int label = 0;
    Real above = 0; ///< 0 … 1: the share of the label after it

    Target(int label_, Real above_ = 0) : label(label_), above(above_) {}
};

/// Σ KL(target ‖ softmax(logits)) · weight over the columns of logits [classes × examples], 1 × 1; for labels this is
/// the cross entropy. With weight = 1 / (examples of the whole mini-batch) the sum over shards is the batch's mean. The
/// papers' code clips probabilities at 1e-10 to keep their logarithms finite; here they are taken from the logits, and
/// need none. `targets` must live until backward; std::invalid_argument for a target that is no class.
Var divergence(Var logits, const std::vector<Target>& targets, Real weight);

/// Of one target from the probabilities of the classes, for evaluations.
double divergence(const Eigen::Ref<const Vector>& probabilities, Target target);

/// Column-wise softmax, for predictions.
Matrix softmax(const Eigen::Ref<const Matrix>& logits);

} // namespace headlight
