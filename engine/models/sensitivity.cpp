#include "models/sensitivity.h"

#include "models/jacobian_rows.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>

namespace headlight {

namespace {

constexpr std::uint64_t copySeed = 17;
// A token's share of the work is about the multiplications of one dense layer and what is not a product.
constexpr double workBesideProducts = 6e3;
constexpr Index directionsOfRound = 6; ///< at least: of fewer the error itself is a guess
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
            Random random{RandomKey(copySeed + std::uint64_t(result))};
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

struct Sums {
    Eigen::MatrixXd known;         ///< Σ‖Jᵀv‖² over the main directions, [results × tokens]
    Eigen::MatrixXd first, second; ///< of ‖Jᵀv‖² and of its square over the other directions so far, likewise
    std::vector<Index> counts;     ///< of these, [result]
};

/// ‖J‖², with the variance of one direction.
struct Cell {
    double count, mean, variance;
};

Cell cellOf(const Sums& sums, Index result, Index token) {
    const double count = double(sums.counts[std::size_t(result)]), rest = sums.first(result, token) / count;
    return {count, sums.known(result, token) + rest,
            std::max(0.0, sums.second(result, token) - rest * rest * count) / (count - 1)};
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
    const Eigen::VectorXd typical = exact ? Eigen::VectorXd() : typicalVariances(sums);
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

class Search {
public:
    Search(const Encoder& encoder, const Matrix& x, Tape& tape, const SensitivityBudget& budget)
        : m_encoder(encoder), m_x(x), m_tape(tape), m_budget(budget), m_spans(spansOf(encoder, x.cols())),
          m_open(m_spans.size()), m_main(m_spans.size(), Matrix(encoder.width(), 0)) {
        std::iota(m_open.begin(), m_open.end(), Index(0));
        m_sums.known = m_sums.first = m_sums.second = Eigen::MatrixXd::Zero(results(), x.cols());
        m_sums.counts.resize(m_spans.size());
    }

    Sensitivity run() {
        const double whole = workOfDirection();
        const bool all = outputs() <= roundOf(whole) || double(outputs()) * whole <= m_budget.exact;
        m_directions.emplace(results(), outputs(), all);
        if (all) {
            follow(outputs());
            return estimate(m_sums, true, outputs());
        }
        m_main = mainDirections(m_encoder, m_x, m_tape);
        const double left = m_budget.estimate - followMain();
        return followUntilKnown(std::max(left, whole * double(directionsOfRound)));
    }

private:
    Index results() const { return Index(m_spans.size()); }
    Index outputs() const { return m_encoder.width(); }

    double workOf(Index result) const {
        return double(m_spans[std::size_t(result)].length) * (double(m_x.rows() * outputs()) + workBesideProducts);
    }
    double workOfDirection() const {
        return std::accumulate(m_open.begin(), m_open.end(), 0.0,
                               [this](double sum, Index result) { return sum + workOf(result); });
    }
    Index roundOf(double work) const { return std::max(directionsOfRound, Index(m_budget.round / work)); }

    /// Columns of a row of sums that belong to the result's span.
    auto ofSpan(Eigen::MatrixXd& sums, Index result) const {
        const Span& span = m_spans[std::size_t(result)];
        return sums.row(result).segment(span.begin, span.length);
    }

    /// `more` directions of each open result, without what the main ones have told.
    void follow(Index more) {
        Probes probes;
        probes.count = more * Index(m_open.size());
        probes.resultOf = [&](Index probe) { return m_open[std::size_t(probe) % m_open.size()]; };
        probes.directionOf = [&](Index probe) -> Vector {
            const auto result = std::size_t(probes.resultOf(probe));
            const Vector v = m_directions->at(Index(result), m_sums.counts[result] + probe / Index(m_open.size()));
            return v - m_main[result] * (m_main[result].transpose() * v);
        };
        probes.take = [&](Index probe, const Eigen::RowVectorXd& squares) {
            ofSpan(m_sums.first, probes.resultOf(probe)) += squares;
            ofSpan(m_sums.second, probes.resultOf(probe)) += squares.cwiseAbs2();
        };
        followBack(m_encoder, m_x, m_spans, probes, m_tape);
        for (const Index result : m_open)
            m_sums.counts[std::size_t(result)] += more;
    }

    /// Returns the work.
    double followMain() {
        std::vector<std::pair<Index, Index>> known; // result, its main direction
        double work = 0;
        for (Index result = 0; result < results(); ++result)
            for (Index k = 0; k < m_main[std::size_t(result)].cols(); ++k) {
                known.push_back({result, k});
                work += workOf(result);
            }
        Probes probes;
        probes.count = Index(known.size());
        probes.resultOf = [&](Index probe) { return known[std::size_t(probe)].first; };
        probes.directionOf = [&](Index probe) -> Vector {
            const auto [result, k] = known[std::size_t(probe)];
            return m_main[std::size_t(result)].col(k);
        };
        probes.take = [&](Index probe, const Eigen::RowVectorXd& squares) {
            ofSpan(m_sums.known, probes.resultOf(probe)) += squares;
        };
        followBack(m_encoder, m_x, m_spans, probes, m_tape);
        return work;
    }

    Sensitivity followUntilKnown(double left) {
        Sensitivity found;
        while (!m_open.empty()) {
            const double work = workOfDirection();
            const Index followed = m_sums.counts[std::size_t(m_open.front())];
            const Index more = std::min({roundOf(work), outputs() - 1 - followed, Index(left / work)});
            if (more < 1)
                break;
            follow(more);
            left -= double(more) * work;
            found = estimate(m_sums, false, outputs());
            if (Index(m_open.size()) == results() && medianRelativeError(found) > wanted)
                continue;
            const std::vector<double> doubts = doubtsOf(found);
            if (std::accumulate(doubts.begin(), doubts.end(), 0.0) <= wantedDoubt * double(results()))
                break;
            std::erase_if(m_open, [&](Index result) { return doubts[std::size_t(result)] <= wantedDoubt; });
        }
        return found;
    }

    const Encoder& m_encoder;
    const Matrix& m_x;
    Tape& m_tape;
    SensitivityBudget m_budget;
    std::vector<Span> m_spans;
    std::vector<Index> m_open;  ///< results that more directions are followed of
    std::vector<Matrix> m_main; ///< [result], [outputs × some]
    std::optional<Directions> m_directions;
    Sums m_sums;
};

} // namespace

Sensitivity sensitivity(const Encoder& encoder, const Matrix& x, ThreadPool* pool, const std::function<void()>& check,
                        const SensitivityBudget& budget) {
    Tape tape{Tape::OnlyInputs()};
    tape.spreadOver(pool);
    tape.checkBy(check);
    return Search(encoder, x, tape, budget).run();
}

} // namespace headlight
