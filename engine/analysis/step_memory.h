#pragma once

#include <cstddef>

namespace headlight {

/// Where the memory of a step was at its peak, in bytes; what the arrays and tapes hold, exactly.
struct StepMemory {
    std::size_t parameters = 0;
    std::size_t gradients = 0;   ///< of the parameters, of all shards
    std::size_t optimizer = 0;   ///< moments
    std::size_t activations = 0; ///< input, results of layers, their gradients
    std::size_t attention = 0;   ///< scores, weights, what attention keeps beside its result, its scratch

    std::size_t constant() const { return parameters + gradients + optimizer; } ///< the same for every length
    std::size_t growing() const { return activations + attention; }
    std::size_t total() const { return constant() + growing(); }
};

} // namespace headlight
