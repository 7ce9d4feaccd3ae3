#pragma once

#include "core/check.h"

#include <functional>

namespace headlight {

/// Hears of an evaluation while it goes on, from any of its threads.
struct EvaluationWatch {
    Check check = {};                       ///< what it throws leaves the evaluation
    std::function<void(int)> answered = {}; ///< so many examples more
};

} // namespace headlight
