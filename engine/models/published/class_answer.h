#pragma once

#include "models/published/network.h"
#include "results/answer.h"

namespace headlight {

/// What a column of scores of labels says.
ClassAnswer classesBy(const Eigen::Ref<const Matrix>& scores, const TopShape& top);

/// What a classifier says of the last layer's result: classes, or a number. Error where the scores are none.
Answer classAnswer(const PublishedNetwork& network, Context& context, Var last);

} // namespace headlight
