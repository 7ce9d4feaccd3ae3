#include "models/jacobian_rows.h"

#include "autodiff/ops_elementwise.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr Index tokensOfPass = 4000; ///< bounds the memory

constexpr std::uint64_t directionSeed = 29;
constexpr Index changedTokens = 32; ///< of a span: directions are shared by neighbours
constexpr double change = 0.05;     ///< of a typical number of the sentence: well above rounding
constexpr Index mostMain = 8;
constexpr double leastShare = 0.05; ///< of a result's changes, each taken as long as the others

/// Calls run(first, last, layout) for parts of the copies that fit into one pass; lengthOf(copy).
template <class LengthOf, class Run>
void forEachPass(Index copies, LengthOf lengthOf, Run run) {
    for (Index first = 0, last = 0; first < copies; first = last) {
        Layout layout;
        for (; last < copies; ++last) {
            const Index length = lengthOf(last);
            if (last > first && layout.tokens() + length > tokensOfPass)
                break;
            layout.add(length, std::uint64_t(last - first));
        }
        run(first, last, layout);
    }
}

Span around(Index token, Index reach, Index tokens) {
    const Index begin = std::max<Index>(0, token - reach);
    return {begin, std::min(tokens, token + reach + 1) - begin};
}

Index reachOf(const Encoder& encoder, Index tokens) {
    return encoder.pools() ? tokens : std::min(tokens, encoder.reach().value_or(tokens));
}

/// Of unit vectors.
Matrix mainOf(const std::vector<Vector>& changes, Index outputs) {
    if (changes.empty())
        return Matrix(outputs, 0);
    Eigen::MatrixXd columns(outputs, Index(changes.size()));
    for (std::size_t k = 0; k < changes.size(); ++k)
        columns.col(Index(k)) = changes[k].cast<double>();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(columns.transpose() * columns);
    const Eigen::VectorXd& sizes = solver.eigenvalues(); // ascending
    Index count = 0;
    while (count < std::min(mostMain, sizes.size()) &&
           sizes(sizes.size() - 1 - count) >= leastShare * double(sizes.size()))
        ++count;
    const Eigen::MatrixXd directions = columns * solver.eigenvectors().rightCols(count);
    return directions.colwise().normalized().cast<Real>();
}

} // namespace

std::vector<Span> spansOf(const Encoder& encoder, Index tokens) {
    std::vector<Span> spans;
    for (Index result = 0; result < (encoder.pools() ? 1 : tokens); ++result)
        spans.push_back(around(result, reachOf(encoder, tokens), tokens));
    return spans;
}

void followBack(const Encoder& encoder, const Matrix& x, const std::vector<Span>& spans, const Probes& probes,
                Tape& tape) {
    const auto spanOf = [&](Index probe) { return spans[std::size_t(probes.resultOf(probe))]; };
    const auto run = [&](Index first, Index last, const Layout& layout) {
        Matrix copies(x.rows(), layout.tokens()); // outlives what the tape does with it
        for (Index probe = first; probe < last; ++probe)
            copies.middleCols(layout.begin(probe - first), spanOf(probe).length) =
                x.middleCols(spanOf(probe).begin, spanOf(probe).length);
        tape.reset();
        tape.check();
        Context context(tape, layout);
        const Var input = tape.input(copies), output = encoder.forward(context, input);
        Matrix cotangent = Matrix::Zero(output.rows(), output.cols());
        for (Index probe = first; probe < last; ++probe) {
            const Index copy = probe - first;
            const Index column =
                encoder.pools() ? copy : layout.begin(copy) + probes.resultOf(probe) - spanOf(probe).begin;
            cotangent.col(column) = probes.directionOf(probe);
        }
        tape.backward(weightedSum(output, cotangent));
        if (!input.hasGradient()) // an encoder may ignore what it is given
            return;
        for (Index probe = first; probe < last; ++probe)
            probes.take(probe, input.gradient()
                                   .middleCols(layout.begin(probe - first), spanOf(probe).length)
                                   .cast<double>()
                                   .colwise()
                                   .squaredNorm());
    };
    forEachPass(
        probes.count, [&](Index probe) { return spanOf(probe).length; }, run);
}

std::vector<Matrix> mainDirections(const Encoder& encoder, const Matrix& x, Tape& tape) {
    const Index tokens = x.cols(), reach = reachOf(encoder, tokens);
    const Index every = std::max<Index>(1, std::min(tokens, 2 * reach + 1) / changedTokens);
    const Real step = Real(change * std::sqrt(x.cast<double>().squaredNorm() / double(x.size())));
    const auto resultsOf = [&](const Matrix& input, const Layout& layout) {
        tape.reset();
        tape.check();
        Context context(tape, layout);
        return Matrix(encoder.forward(context, tape.constant(input)).value());
    };
    const Matrix unchanged = resultsOf(x, Layout({tokens}));
    std::vector<std::vector<Vector>> changes(std::size_t(unchanged.cols()));
    const auto take = [&](Index result, const Vector& difference) {
        if (const Real size = difference.norm(); size > 0)
            changes[std::size_t(result)].push_back(difference / size);
    };
    const auto spanOf = [&](Index copy) { return around(copy * every, 2 * reach, tokens); };
    const auto run = [&](Index first, Index last, const Layout& layout) {
        Matrix copies(x.rows(), layout.tokens());
        for (Index copy = first; copy < last; ++copy) {
            auto sentence = copies.middleCols(layout.begin(copy - first), spanOf(copy).length);
            sentence = x.middleCols(spanOf(copy).begin, spanOf(copy).length);
            Random random{RandomKey(directionSeed + std::uint64_t(copy))};
            auto token = sentence.col(copy * every - spanOf(copy).begin);
            for (Index k = 0; k < token.size(); ++k)
                token(k) += random.bits() & 1 ? step : -step;
        }
        const Matrix changed = resultsOf(copies, layout);
        for (Index copy = first; copy < last; ++copy) {
            if (encoder.pools()) {
                take(0, changed.col(copy - first) - unchanged.col(0));
                continue;
            }
            const Span reached = around(copy * every, reach, tokens);
            for (Index result = reached.begin; result < reached.begin + reached.length; ++result)
                if (result != copy * every) // of its own token a result keeps all
                    take(result,
                         changed.col(layout.begin(copy - first) + result - spanOf(copy).begin) - unchanged.col(result));
        }
    };
    forEachPass((tokens + every - 1) / every, [&](Index copy) { return spanOf(copy).length; }, run);
    std::vector<Matrix> directions;
    for (const std::vector<Vector>& ofResult : changes)
        directions.push_back(mainOf(ofResult, unchanged.rows()));
    return directions;
}

} // namespace headlight
