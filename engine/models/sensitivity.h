#pragma once

#include "encoders/encoder.h"

#include <functional>

namespace headlight {

/// ‖∂h_i / ∂x_j‖, the Frobenius norm of how the encoder's result for token i (or, of one that pools, for the sentence)
/// changes with the vector of token j, and how far that number may be off.
struct Sensitivity {
    Matrix norms;          ///< [results × tokens]
    Matrix standardErrors; ///< of each norm, [results × tokens]; 0 where it is exact
    int directions = 0;    ///< that were followed of each result
    bool exact = false;    ///< they were all
};

/// x is one sentence, [inputs × tokens], of at most longestSensitivity tokens. `check` throws to cancel.
///
/// ‖J‖² is the sum of ‖Jᵀv‖² over the unit vectors v of the result. All of them are followed where that costs little:
/// short sentences, small models, encoders that pool. Else it is estimated from some rows v of Hadamard's matrix, cut
/// to the result's length, with random signs of its columns, the same for the same sentence, until the median cell's
/// standard error is 6 % or the work too much. Results have signs of their own, so the variance of a cell is told by
/// its own rows and by the cells of the same distance between result and token: of six rows alone it is a guess.
/// tests/bench/sensitivity_bench compares estimates with exact numbers.
Sensitivity sensitivity(const Encoder& encoder, const Matrix& x, ThreadPool* pool = nullptr,
                        const std::function<void()>& check = {});

/// Beyond this many tokens the copies would take too long.
constexpr Index longestSensitivity = 200;

} // namespace headlight
