#pragma once

#include "encoders/encoder.h"

#include <functional>

namespace headlight {

/// ‖∂h_i / ∂x_j‖, the Frobenius norm of how the encoder's result for token i (or, of one that pools, for the sentence)
/// changes with the vector of token j, and how far that number may be off.
struct Sensitivity {
    Matrix norms;          ///< [results × tokens]
    Matrix standardErrors; ///< of each norm, [results × tokens]; 0 where it is exact
    int directions = 0;    ///< followed of each result beside its main ones, at least
    bool exact = false;    ///< they were all
};

/// What sensitivity() may take, counted as if every token of a direction went through one dense layer from the inputs
/// to the results: encoders do a few to thirty times as much.
struct SensitivityBudget {
    double exact = 8e9;     ///< up to which all directions are followed: 40,000 tokens of 300 to 600 features
    double estimate = 5e10; ///< that an estimate may cost
    double round = 8e8;     ///< after which its error is looked at, at least
};

/// x is one sentence, [inputs × tokens], of at most longestSensitivity tokens. `check` throws to cancel.
///
/// ‖J‖² is the sum of ‖Jᵀv‖² over the unit vectors v of the result. All of them are followed where that costs little:
/// short sentences, small models, encoders that pool. Else the main directions of a result (models/jacobian_rows.h) are
/// followed, and what is orthogonal to them is estimated from some rows v of Hadamard's matrix, cut to the result's
/// length, with random signs of its columns, the same for the same sentence (Hutchinson's estimator, deflated as in
/// Meyer, Musco, Musco and Woodruff 2021): until the median cell's standard error is 6 %, then further of results whose
/// largest number may be another token's until that is expected of 5 % of the results; or until the work is too much.
/// Results have signs of their own, so the variance of a cell is told by its own rows and by the cells of the same
/// distance between result and token: of six rows alone it is a guess. tests/bench/sensitivity_bench compares estimates
/// with exact numbers.
Sensitivity sensitivity(const Encoder& encoder, const Matrix& x, ThreadPool* pool = nullptr,
                        const std::function<void()>& check = {}, const SensitivityBudget& budget = {});

/// Beyond this many tokens the copies would take too long.
constexpr Index longestSensitivity = 200;

} // namespace headlight
