#include "models/sensitivity.h"

#include "autodiff/ops_elementwise.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>

namespace headlight {

namespace {

constexpr std::uint64_t seed = 17;
// A token's share of the work is about the multiplications of one dense layer and what is not a product.
constexpr double workBesideProducts = 6e3;
constexpr Index directionsOfRound = 6; ///< at least: of fewer the error itself is a guess
constexpr Index tokensOfPass = 4000;   ///< that one pass reads: bounds the memory
constexpr double typicalWeight = 20;   ///< directions that the variance of cells of the same offset is worth
constexpr double wanted = 0.06;        ///< relative standard error of the median cell, which is then off by 4 %
constexpr double wantedDoubt = 0.05;   ///< share of rows whose largest number is expected to be another token's

/// Of Hadamard's matrix.
std::size_t orderOf(Index outputs) {
    return std::bit_ceil(std::size_t(outputs));
}

/// Rows of Hadamard's matrix, cut to the outputs, in a random order with random signs of its columns, others for each
/// result: what a few share is off for one row of the map and not for all. Each number of a direction is 1 or −1, so
/// that a result that depends on a token number by number, as a recurrent one on its own token, has its exact sum in
/// the first. The unit vectors · √outputs where all are followed, so that what cannot matter stays 0 to the bit.
class Directions {
public:
    Directions(Index results, Index outputs, bool all) : m_outputs(outputs), m_all(all) {
        if (all)
            return;
        const std::size_t order = orderOf(outputs);
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

/// Of ‖Jᵀv‖² over the directions so far.
struct Sums {
    Eigen::MatrixXd first, second; ///< of the numbers and of their squares, [results × tokens]
    std::vector<Index> counts;     ///< of directions, [result]
};

/// The tokens that a result depends on.
struct Span {
    Index begin, length;
};

std::vector<Span> spansOf(const Encoder& encoder, Index tokens) {
    if (encoder.pools())
        return {{0, tokens}};
    const Index reach = std::min(tokens, encoder.reach().value_or(tokens));
    std::vector<Span> spans;
    for (Index result = 0; result < tokens; ++result) {
        const Index begin = std::max<Index>(0, result - reach);
        spans.push_back({begin, std::min(tokens, result + reach + 1) - begin});
    }
    return spans;
}

/// `more` directions of each of `results`. A copy of the span for each result and direction: the copies do not know of
/// each other, so one backward pass serves many.
void follow(const Encoder& encoder, const Matrix& x, const std::vector<Span>& spans, const Directions& directions,
            const std::vector<Index>& results, Index more, Tape& tape, Sums& sums) {
    const Index count = Index(results.size());
    const auto resultAt = [&](Index copy) { return results[std::size_t(copy % count)]; };
    for (Index first = 0, last = 0; first < more * count; first = last) {
        Layout layout;
        for (; last < more * count; ++last) {
            const Index length = spans[std::size_t(resultAt(last))].length;
            if (last > first && layout.tokens() + length > tokensOfPass)
                break;
            layout.add(length, std::uint64_t(last - first));
        }
        const auto forEachCopy = [&](auto visit) { // visit(copy, result, its span)
            for (Index copy = 0; copy < last - first; ++copy)
                visit(copy, resultAt(first + copy), spans[std::size_t(resultAt(first + copy))]);
        };
        Matrix copies(x.rows(), layout.tokens()); // outlives what the tape does with it
        forEachCopy([&](Index copy, Index, const Span& span) {
            copies.middleCols(layout.begin(copy), span.length) = x.middleCols(span.begin, span.length);
        });
        tape.reset();
        tape.check();
        Context context(tape, layout);
        const Var input = tape.input(copies), output = encoder.forward(context, input);
        Matrix cotangent = Matrix::Zero(output.rows(), output.cols());
        forEachCopy([&](Index copy, Index result, const Span& span) {
            cotangent.col(encoder.pools() ? copy : layout.begin(copy) + result - span.begin) =
                directions.at(result, sums.counts[std::size_t(result)] + (first + copy) / count);
        });
        tape.backward(weightedSum(output, cotangent));
        if (!input.hasGradient()) // an encoder may ignore what it is given
            continue;
        forEachCopy([&](Index copy, Index result, const Span& span) {
            const Eigen::RowVectorXd square =
                input.gradient().middleCols(layout.begin(copy), span.length).cast<double>().colwise().squaredNorm();
            sums.first.row(result).segment(span.begin, span.length) += square;
            sums.second.row(result).segment(span.begin, span.length) += square.cwiseAbs2();
        });
    }
    for (const Index result : results)
        sums.counts[std::size_t(result)] += more;
}

struct Cell {
    double count, mean, variance; ///< of ‖Jᵀv‖² over the directions
};

Cell cellOf(const Sums& sums, Index result, Index token) {
    const double count = double(sums.counts[std::size_t(result)]), mean = sums.first(result, token) / count;
    return {count, mean, std::max(0.0, sums.second(result, token) - mean * mean * count) / (count - 1)};
}

/// Relative to the square of what is estimated, of all cells of one offset key − result, whose directions are
/// independent: by offset + results − 1.
Eigen::VectorXd typicalVariances(const Sums& sums) {
    const Index results = sums.first.rows(), tokens = sums.first.cols();
    Eigen::VectorXd variances = Eigen::VectorXd::Zero(results + tokens - 1), squares = variances;
    for (Index token = 0; token < tokens; ++token)
        for (Index result = 0; result < results; ++result) {
            const Index offset = token - result + results - 1;
            const auto [count, mean, variance] = cellOf(sums, result, token);
            variances(offset) += variance;
            squares(offset) += std::max(0.0, mean * mean - variance / count); // without what chance adds to a square
        }
    return (squares.array() > 0).select(variances.array() / squares.array().max(1e-300), 0);
}

Sensitivity estimate(const Sums& sums, bool exact, Index outputs) {
    const Index results = sums.first.rows();
    Sensitivity found{Matrix::Zero(results, sums.first.cols()), {}, 0, exact};
    found.standardErrors = found.norms;
    found.directions = int(*std::min_element(sums.counts.begin(), sums.counts.end()));
    const Eigen::VectorXd typical = typicalVariances(sums);
    for (Index token = 0; token < sums.first.cols(); ++token)
        for (Index result = 0; result < results; ++result) {
            const auto [count, mean, variance] = cellOf(sums, result, token);
            found.norms(result, token) = Real(std::sqrt(mean));
            if (exact || mean == 0)
                continue;
            const double relative =
                ((count - 1) * variance / (mean * mean) + typicalWeight * typical(token - result + results - 1)) /
                (count - 1 + typicalWeight);
            const double unseen = 1 - count / double(orderOf(outputs)); // the mean of all rows is exact
            // The root has half the relative error.
            found.standardErrors(result, token) = Real(std::sqrt(mean * unseen * relative / count) / 2);
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

/// Of each row, the probability that its largest number is not that of the token that matters most.
std::vector<double> doubtsOf(const Sensitivity& found) {
    std::vector<double> doubts;
    for (Index result = 0; result < found.norms.rows(); ++result) {
        Index top = 0;
        const double largest = double(found.norms.row(result).maxCoeff(&top));
        const double error = double(found.standardErrors(result, top));
        double doubt = 0;
        for (Index token = 0; token < found.norms.cols(); ++token) {
            const double both = std::hypot(error, double(found.standardErrors(result, token)));
            if (token != top && both > 0)
                doubt += std::erfc((largest - double(found.norms(result, token))) / (both * std::numbers::sqrt2)) / 2;
        }
        doubts.push_back(std::min(1.0, doubt));
    }
    return doubts;
}

} // namespace

Sensitivity sensitivity(const Encoder& encoder, const Matrix& x, ThreadPool* pool, const std::function<void()>& check,
                        const SensitivityBudget& budget) {
    const std::vector<Span> spans = spansOf(encoder, x.cols());
    const Index outputs = encoder.width();
    std::vector<Index> open(spans.size()); // results that more directions are followed of
    std::iota(open.begin(), open.end(), Index(0));
    const auto workOfDirection = [&] {
        Index tokens = 0;
        for (const Index result : open)
            tokens += spans[std::size_t(result)].length;
        return double(tokens) * (double(x.rows() * outputs) + workBesideProducts);
    };
    const auto roundOf = [&](double work) { return std::max(directionsOfRound, Index(budget.round / work)); };
    const double whole = workOfDirection();
    const bool all = outputs <= roundOf(whole) || double(outputs) * whole <= budget.exact;
    const Directions directions(Index(spans.size()), outputs, all);
    Tape tape{Tape::OnlyInputs()};
    tape.spreadOver(pool);
    tape.checkBy(check);
    Sums sums{Eigen::MatrixXd::Zero(Index(spans.size()), x.cols()), {}, std::vector<Index>(spans.size())};
    sums.second = sums.first;
    if (all) {
        follow(encoder, x, spans, directions, open, outputs, tape, sums);
        return estimate(sums, true, outputs);
    }
    Sensitivity found;
    double left = std::max(budget.estimate, whole * double(directionsOfRound));
    while (!open.empty()) {
        const double work = workOfDirection();
        const Index followed = sums.counts[std::size_t(open.front())];
        const Index more = std::min({roundOf(work), outputs - 1 - followed, Index(left / work)});
        if (more < 1)
            break;
        follow(encoder, x, spans, directions, open, more, tape, sums);
        left -= double(more) * work;
        found = estimate(sums, false, outputs);
        if (open.size() == spans.size() && medianRelativeError(found) > wanted)
            continue;
        const std::vector<double> doubts = doubtsOf(found);
        if (std::accumulate(doubts.begin(), doubts.end(), 0.0) <= wantedDoubt * double(doubts.size()))
            break;
        std::erase_if(open, [&](Index result) { return doubts[std::size_t(result)] <= wantedDoubt; });
    }
    return found;
}

} // namespace headlight
