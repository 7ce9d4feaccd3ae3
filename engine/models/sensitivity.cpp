#include "models/sensitivity.h"

#include "autodiff/ops_elementwise.h"

#include <algorithm>
#include <cmath>
#include <numbers>
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
constexpr double wanted = 0.06;         ///< relative standard error of the median cell, which is then off by 4 %

/// Rows of Hartley's matrix in a random order with random signs of its columns: orthogonal, each of squared length
/// `outputs`. Identity · √outputs where all are followed, so that what cannot matter stays 0 to the bit.
class Directions {
public:
    Directions(Index outputs, bool all) : m_outputs(outputs), m_all(all) {
        Random random{RandomKey(seed)};
        m_rows.resize(std::size_t(outputs));
        std::iota(m_rows.begin(), m_rows.end(), Index(0));
        for (Index k = 0; k < outputs; ++k)
            std::swap(m_rows[std::size_t(k)],
                      m_rows[std::size_t(k + Index(random.bits() % std::uint64_t(outputs - k)))]);
        m_signs.resize(outputs);
        for (Index k = 0; k < outputs; ++k)
            m_signs(k) = random.bits() & 1 ? 1 : -1;
    }

    Vector at(Index direction) const {
        if (m_all)
            return Vector::Unit(m_outputs, direction) * std::sqrt(Real(m_outputs));
        Vector v(m_outputs);
        for (Index k = 0; k < m_outputs; ++k) {
            const double turns = double(m_rows[std::size_t(direction)] * k % m_outputs) / double(m_outputs);
            const double angle = 2 * std::numbers::pi * turns;
            v(k) = Real(m_signs(k) * (std::cos(angle) + std::sin(angle)));
        }
        return v;
    }

private:
    Index m_outputs;
    bool m_all;
    std::vector<Index> m_rows;
    Eigen::VectorXd m_signs;
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
            cotangent.col(pools ? copy : copy * tokens + result) = directions.at((first + copy) / results);
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

Sensitivity estimate(const Sums& sums, Index directions, Index outputs) {
    Sensitivity found{Matrix::Zero(sums.first.rows(), sums.first.cols()), {}, int(directions), directions == outputs};
    found.standardErrors = found.norms;
    const double count = double(directions);
    for (Index k = 0; k < sums.first.size(); ++k) {
        const double mean = sums.first.data()[k] / count;
        found.norms.data()[k] = Real(std::sqrt(mean));
        if (found.exact || mean == 0)
            continue;
        const double variance = std::max(0.0, sums.second.data()[k] - count * mean * mean) / (count - 1);
        const double ofMean = std::sqrt(variance / count * (1 - count / double(outputs)));
        found.standardErrors.data()[k] = Real(ofMean / (2 * std::sqrt(mean))); // the root's slope
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
    const bool all = double(outputs) * work <= workOfExact;
    const Index round = std::max(directionsOfRound, Index(workOfRound / work));
    const Index most = all ? outputs : std::min(outputs, std::max(round, Index(workOfEstimate / work)));
    const Directions directions(outputs, all);
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
