#pragma once

#include "results/index.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// What is in a model folder, for people who ask.
struct ModelSummary {
    std::string kind; ///< "mtsa", "bert"
    Index words = 0;  ///< entries of its vocabulary
    std::vector<std::pair<std::string, Index>>
        parameters;                       ///< trained values of its parts without embeddings, and "total"
    nlohmann::ordered_json configuration; ///< by its groups
};

} // namespace headlight
