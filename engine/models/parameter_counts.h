#pragma once

#include "results/index.h"

namespace headlight {

/// Trained values without embeddings, as papers count them.
struct ParameterCounts {
    Index encoder = 0, pooling = 0, classifier = 0;
    Index decoder = 0; ///< of a model that translates, which has neither pooling nor classifier
    Index total() const { return encoder + pooling + classifier + decoder; }
};

} // namespace headlight
