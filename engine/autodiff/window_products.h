#pragma once

#include "autodiff/tape.h"

#include <vector>

namespace headlight {

/// Products of all windows of sequences with a weight, as a convolution needs them. A weight [outputs × window·inputs]
/// has `inputs` columns for each token of a window, the first token's first. Four neighbouring windows of up to 5
/// tokens share their multiplications (Winograd 1980; Lavin and Gray 2016): window + 3 of them take the place of
/// 4·window. Longer windows are sums of such; few windows are multiplied as they are defined, for preparing the weight
/// would take longer. The two differ by rounding.

/// The windows of one sequence: result k is of the tokens begin + start + k, begin + start + k + 1, …; what a window
/// has beyond the sequence counts as zeros.
struct WindowRun {
    Index begin, length;  ///< columns of the sequence
    Index start;          ///< of the first window, from `begin` on; may be negative
    Index results, count; ///< columns of the results
};

/// out.col(results + k) += weight · window k. in [inputs × tokens], out [outputs × results].
void addWindowProducts(Tape& tape, Strided out, const Strided& weight, const Strided& in,
                       const std::vector<WindowRun>& runs);

/// The same with the weight's parts in reverse order and each transposed: in [outputs × tokens], out [inputs ×
/// results]. A convolution's gradient goes back to its input in this way.
void addFlippedWindowProducts(Tape& tape, Strided out, const Strided& weight, const Strided& in,
                              const std::vector<WindowRun>& runs);

/// dWeight += Σ_k dOut.col(results + k) · (window k)ᵀ.
void addWindowGradient(Tape& tape, Strided dWeight, const Strided& dOut, const Strided& in,
                       const std::vector<WindowRun>& runs);

} // namespace headlight
