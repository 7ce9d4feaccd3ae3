#pragma once

#include "autodiff/tape.h"

#include <vector>

namespace headlight {

/// Σ −log softmax(logits)[label] · weight over the columns of logits [classes × examples], 1 × 1. With
/// weight = 1 / (examples of the whole mini-batch) the sum over shards is the batch's mean. `labels` must live until
/// backward; std::invalid_argument for a label that is no class.
Var crossEntropy(Var logits, const std::vector<int>& labels, Real weight);

/// Column-wise softmax, for predictions.
Matrix softmax(const Eigen::Ref<const Matrix>& logits);

} // namespace headlight
