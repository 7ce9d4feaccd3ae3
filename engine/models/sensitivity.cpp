#include "models/sensitivity.h"

#include "autodiff/ops_elementwise.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace headlight {

namespace {

constexpr std::uint64_t seed = 17;
// A token's share of the work is about the multiplications of one dense layer and what is not a product.
constexpr double workBesideProducts = 6e3;
constexpr double workOfExact = 8e9; ///< up to which all directions are followed: 40,000 tokens of 300 to 600 features
constexpr double workOfEstimate = 5e10; ///< that an estimate may cost
constexpr double workOfRound = 8e8;     ///< after which its error is looked at, at least
constexpr Index directionsOfRound = 6;  ///< at least: of fewer the error itself is a guess
constexpr Index tokensOfPass = 4000;    ///< that one pass reads: bounds the memory
constexpr double typicalWeight = 20;    ///< directions that the variance of cells of the same offset is worth
constexpr double wanted = 0.06;         ///< relative standard error of the median cell, which is then off by 4 %

/// Rows of Hadamard's matrix, cut to the outputs, in a random order with random signs of its columns, others for each
/// result: what a few share is off for one row of the map and not for all. Each number of a direction is 1 or −1, so
/// that a result that depends on a token number by number, as a recurrent one on its own token, has its exact sum in
/// the first. The unit vectors · √outputs where all are followed, so that what cannot matter stays 0 to the bit.
class Directions {
public:
    Directions(Index results, Index outputs, bool all) : m_outputs(outputs), m_all(all) {
        if (all)
            return;
        const std::size_t order = std::bit_ceil(std::size_t(outputs));
        for (Index result = 0; result < results; ++result) {
            Random random{RandomKey(seed + std::uint64_t(result))};
            auto& rows = m_rows.emplace_back(order);
            std::iota(rows.begin(), rows.end(), std::size_t(0));
            for (std::size_t k = 0; k < order; ++k)
                std::swap(rows[k], rows[k + std::size_t(random.bits()) % (order - k)]);
            m_signs.push_back(Vector::NullaryExpr(outputs, [&] { return random.bits() & 1 ? Real(1) : Real(-1); }));
        }
    }

    Vector at(Index result, Index direction) const {
        if (m_all)
            return Vector::Unit(m_outputs, direction) * std::sqrt(Real(m_outputs));
        const std::size_t row = m_rows[std::size_t(result)][std::size_t(direction)];
        Vector v = m_signs[std::size_t(result)];
        for (Index k = 0; k < m_outputs; ++k)
            if (std::popcount(row & std::size_t(k)) % 2 == 1)
                v(k) = -v(k);
        return v;
    }

private:
    Index m_outputs;
    bool m_all;
    std::vector<std::vector<std::size_t>> m_rows; ///< [result][direction]
    std::vector<Vector> m_signs;                  ///< [result]
};

/// Sums of ‖Jᵀv‖² and of their squares over the directions so far, [results × tokens].
struct Sums {
    Eigen::MatrixXd first, second;
};

/// Directions `from` to `to`. A copy of the sentence for each result and direction: the copies do not know of each
/// other, so one backward pass serves many.
void follow(const Encoder& encoder, const Matrix& x, const Directions& directions, Index from, Index to, Tape& tape,
            Sums& sums) {
    const bool pools = encoder.pools();
    const Index tokens = x.cols(), results = sums.first.rows(), most = std::max<Index>(1, tokensOfPass / tokens);
    for (Index first = from * results; first < to * results; first += most) {
        const Index copies = std::min(most, to * results - first);
        Layout layout;
        for (Index copy = 0; copy < copies; ++copy)
            layout.add(tokens, std::uint64_t(copy));
        const Matrix repeated = x.replicate(1, copies); // outlives what the tape does with it
        tape.reset();
        tape.check();
        Context context(tape, layout);
        const Var input = tape.input(repeated), output = encoder.forward(context, input);
        Matrix cotangent = Matrix::Zero(output.rows(), output.cols());
        for (Index copy = 0; copy < copies; ++copy) {
            const Index result = (first + copy) % results;
            cotangent.col(pools ? copy : copy * tokens + result) = directions.at(result, (first + copy) / results);
        }
        tape.backward(weightedSum(output, cotangent));
        if (!input.hasGradient()) // an encoder may ignore what it is given
            continue;
        for (Index copy = 0; copy < copies; ++copy) {
            const Eigen::RowVectorXd square =
                input.gradient().middleCols(copy * tokens, tokens).colwise().squaredNorm().cast<double>();
            sums.first.row((first + copy) % results) += square;
            sums.second.row((first + copy) % results) += square.cwiseAbs2();
        }
    }
}

/// Variance of ‖Jᵀv‖² over the directions.
double varianceOf(double first, double second, double count) {
    return std::max(0.0, second - first * first / count) / (count - 1);
}

/// Relative to the square of what is estimated, of all cells of one offset key − result, whose directions are
/// independent: by offset + results − 1.
Eigen::VectorXd typicalVariances(const Sums& sums, double count) {
    const Index results = sums.first.rows(), tokens = sums.first.cols();
    Eigen::VectorXd variances = Eigen::VectorXd::Zero(results + tokens - 1), squares = variances;
    for (Index token = 0; token < tokens; ++token)
        for (Index result = 0; result < results; ++result) {
            const Index offset = token - result + results - 1;
            const double mean = sums.first(result, token) / count;
            const double variance = varianceOf(sums.first(result, token), sums.second(result, token), count);
            variances(offset) += variance;
            squares(offset) += std::max(0.0, mean * mean - variance / count); // without what chance adds to a square
        }
    return (squares.array() > 0).select(variances.array() / squares.array().max(1e-300), 0);
}

Sensitivity estimate(const Sums& sums, Index directions, Index outputs) {
    const Index results = sums.first.rows();
    Sensitivity found{Matrix::Zero(results, sums.first.cols()), {}, int(directions), directions == outputs};
    found.standardErrors = found.norms;
    const double count = double(directions);
    const Eigen::VectorXd typical = typicalVariances(sums, count);
    for (Index token = 0; token < sums.first.cols(); ++token)
        for (Index result = 0; result < results; ++result) {
            const double mean = sums.first(result, token) / count;
            found.norms(result, token) = Real(std::sqrt(mean));
            if (found.exact || mean == 0)
                continue;
            const double own = varianceOf(sums.first(result, token), sums.second(result, token), count) / (mean * mean);
            const double variance = ((count - 1) * own + typicalWeight * typical(token - result + results - 1)) /
                                    (count - 1 + typicalWeight);
            // The root has half the relative error.
            found.standardErrors(result, token) = Real(std::sqrt(mean * variance / count) / 2);
        }
    return found;
}

/// Over the cells that are not 0.
double medianRelativeError(const Sensitivity& found) {
    std::vector<double> errors;
    for (Index k = 0; k < found.norms.size(); ++k)
        if (found.norms.data()[k] > 0)
            errors.push_back(double(found.standardErrors.data()[k] / found.norms.data()[k]));
    if (errors.empty())
        return 0;
    const auto middle = errors.begin() + std::ptrdiff_t(errors.size() / 2);
    std::nth_element(errors.begin(), middle, errors.end());
    return *middle;
}

} // namespace

Sensitivity sensitivity(const Encoder& encoder, const Matrix& x, ThreadPool* pool, const std::function<void()>& check) {
    const Index tokens = x.cols(), results = encoder.pools() ? 1 : tokens, outputs = encoder.width();
    const double work = double(tokens * results) * (double(x.rows() * outputs) + workBesideProducts); // a direction's
    const Index round = std::max(directionsOfRound, Index(workOfRound / work));
    const bool all = outputs <= round || double(outputs) * work <= workOfExact;
    const Index most = all ? outputs : std::min(outputs - 1, std::max(round, Index(workOfEstimate / work)));
    const Directions directions(results, outputs, all);
    Tape tape{Tape::OnlyInputs()};
    tape.spreadOver(pool);
    tape.checkBy(check);
    Sums sums;
    sums.first = sums.second = Eigen::MatrixXd::Zero(results, tokens);
    Sensitivity found;
    for (Index count = 0; count < most;) {
        const Index next = all ? outputs : std::min(most, count + round);
        follow(encoder, x, directions, count, next, tape, sums);
        count = next;
        found = estimate(sums, count, outputs);
        if (medianRelativeError(found) <= wanted)
            break;
    }
    return found;
}

} // namespace headlight
