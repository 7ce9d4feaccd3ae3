#include "models/sensitivity.h"

#include "autodiff/ops_elementwise.h"

#include <algorithm>

namespace headlight {

namespace {

constexpr std::uint64_t seed = 17;
constexpr Index copiedTokens = 40000; ///< of all copies together, about
constexpr int mostDirections = 32, fewestDirections = 2;

} // namespace

int directionsFor(Index tokens) {
    if (tokens > longestSensitivity)
        return 0;
    return int(std::clamp<Index>(copiedTokens / (tokens * tokens), fewestDirections, mostDirections));
}

Matrix sensitivity(const Encoder& encoder, const Matrix& x) {
    const Index tokens = x.cols(), results = encoder.pools() ? 1 : tokens;
    const int directions = directionsFor(tokens);
    Matrix squares = Matrix::Zero(results, tokens);
    // A copy of the sentence for each result: the copies do not know of each other, so one backward pass serves all.
    const Matrix copies = x.replicate(1, results);
    Layout layout;
    for (Index result = 0; result < results; ++result)
        layout.add(tokens, std::uint64_t(result));
    Random random{RandomKey(seed)};
    Tape tape{Tape::OnlyInputs()};
    for (int direction = 0; direction < directions; ++direction) {
        tape.reset();
        Context context(tape, layout);
        const Var input = tape.input(copies), output = encoder.forward(context, input);
        Matrix cotangent = Matrix::Zero(output.rows(), output.cols());
        for (Index row = 0; row < output.rows(); ++row)
            cotangent(row, 0) = random.bits() & 1 ? Real(1) : Real(-1);
        for (Index result = 1; result < results; ++result)
            cotangent.col(result * tokens + result) = cotangent.col(0);
        tape.backward(weightedSum(output, cotangent));
        if (!input.hasGradient()) // an encoder may ignore what it is given
            continue;
        for (Index result = 0; result < results; ++result)
            squares.row(result) +=
                input.gradient().middleCols(result * tokens, tokens).colwise().squaredNorm() / Real(directions);
    }
    return squares.cwiseSqrt();
}

} // namespace headlight
