#pragma once

#include "encoders/encoder.h"

#include <functional>
#include <vector>

namespace headlight {

/// Tokens of a sentence, side by side.
struct Span {
    Index begin, length;
};

/// The tokens that each result depends on, by Encoder::reach(); of an encoder that pools one span, all tokens.
std::vector<Span> spansOf(const Encoder& encoder, Index tokens);

/// Directions in the space of results, each of one result, that are followed back to the tokens.
struct Probes {
    Index count = 0;
    std::function<Index(Index probe)> resultOf;
    std::function<Vector(Index probe)> directionOf; ///< [outputs]
    /// Takes ‖Jᵀ direction‖² for each token of the result's span.
    std::function<void(Index probe, const Eigen::RowVectorXd& squares)> take;
};

/// x is one sentence, [inputs × tokens]; spans are spansOf(). A copy of the span for each probe: the copies do not know
/// of each other, so one backward pass serves many.
void followBack(const Encoder& encoder, const Matrix& x, const std::vector<Span>& spans, const Probes& probes,
                Tape& tape);

/// Some orthonormal directions of each result, [outputs × some], along which most of its changes with the tokens lie,
/// none where the changes are alike in all. They are seen by changing a few tokens a little, one at a time. A trained
/// encoder keeps little of a distant token, which then moves the result along one or two directions only.
std::vector<Matrix> mainDirections(const Encoder& encoder, const Matrix& x, Tape& tape);

} // namespace headlight
