#include "tasks/crf.h"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace headlight {

namespace {

using Doubles = Eigen::MatrixXd;

/// Sums over all ways to tag one sentence (Rabiner 1989, with his scaling): those of the tokens up to one, `before`,
/// and of the tokens after it, `after`. Each column is scaled to sum 1, so that sentences may have any length; a
/// probability needs no more. exp(T) and exp(s), each less its largest, are in double, whose range trained scores don't
/// leave.
struct Sums {
    Doubles before, after; ///< [tags × tokens]
    Doubles emissions;     ///< exp(s), each column by a factor of its own
    Doubles steps;         ///< exp(T − its largest) without beginning and end
    double logZ = 0;

    /// `tape`, if there is one, is asked after each token whether to go on.
    Sums(const Eigen::Ref<const Matrix>& scores, const Eigen::Ref<const Matrix>& transitions,
         const Tape* tape = nullptr)
        : before(scores.rows(), scores.cols()), after(before), emissions(before) {
        const Index tags = scores.rows(), length = scores.cols();
        const double largest = double(transitions.maxCoeff());
        const Doubles all = (transitions.cast<double>().array() - largest).exp();
        logZ = double(length + 1) * largest;
        steps = all.topLeftCorner(tags, tags);
        for (Index t = 0; t < length; ++t) {
            const double top = double(scores.col(t).maxCoeff());
            emissions.col(t) = (scores.col(t).cast<double>().array() - top).exp();
            if (t == 0)
                before.col(t) = all.col(tags).head(tags);
            else
                before.col(t).noalias() = steps * before.col(t - 1);
            before.col(t).array() *= emissions.col(t).array();
            logZ += top + std::log(scale(before.col(t)));
            if (tape)
                tape->check();
        }
        after.col(length - 1) = all.row(tags).head(tags).transpose();
        logZ += std::log(before.col(length - 1).dot(after.col(length - 1)));
        scale(after.col(length - 1));
        for (Index t = length - 2; t >= 0; --t) {
            after.col(t).noalias() =
                steps.transpose() * (emissions.col(t + 1).array() * after.col(t + 1).array()).matrix();
            scale(after.col(t));
            if (tape)
                tape->check();
        }
    }

    /// P(y_t) for each tag.
    Eigen::VectorXd tags(Index t) const {
        const Eigen::VectorXd p = before.col(t).cwiseProduct(after.col(t));
        return p / p.sum();
    }
    /// P(y_t, y_t−1), [tags × tags].
    Doubles pairs(Index t) const {
        const Eigen::VectorXd now = emissions.col(t).cwiseProduct(after.col(t));
        const Doubles p = (now * before.col(t - 1).transpose()).cwiseProduct(steps);
        return p / p.sum();
    }

private:
    static double scale(Eigen::Ref<Eigen::VectorXd> column) {
        const double sum = column.sum();
        column /= sum;
        return sum;
    }
};

void check(Index tags, Index tokens, Index rows, Index columns, const Layout& layout) {
    if (rows != tags + 1 || columns != tags + 1 || layout.tokens() != tokens)
        throw std::invalid_argument("crf: expected transitions of " + std::to_string(tags + 1) + " × " +
                                    std::to_string(tags + 1) + " and a layout of " + std::to_string(tokens) +
                                    " tokens, got " + std::to_string(rows) + " × " + std::to_string(columns) + " and " +
                                    std::to_string(layout.tokens()));
}

void check(const std::vector<Target>& targets, Index tags, Index tokens) {
    if (Index(targets.size()) != tokens)
        throw std::invalid_argument("crf: expected " + std::to_string(tokens) + " targets, got " +
                                    std::to_string(targets.size()));
    for (const Target& target : targets)
        if (target.label < 0 || target.label >= tags || target.above > 0)
            throw std::invalid_argument("crf: expected labels within 0 … " + std::to_string(tags - 1) + ", got " +
                                        std::to_string(target.label) + " and " + std::to_string(target.above) +
                                        " above it");
}

/// Calls visit(row, column) for each transition of a sentence with these tags.
template <class Visit>
void forTransitions(const Target* targets, Index length, Index tags, Visit visit) {
    Index last = tags;
    for (Index t = 0; t < length; ++t) {
        visit(targets[t].label, last);
        last = targets[t].label;
    }
    visit(tags, last);
}

} // namespace

Var sentenceDivergence(Var scores, Var transitions, const Layout& layout, const std::vector<Target>& targets,
                       Real weight) {
    const Index tags = scores.rows();
    check(tags, scores.cols(), transitions.rows(), transitions.cols(), layout);
    check(targets, tags, scores.cols());
    Tape& tape = scores.tape();
    Var loss = tape.make(1, 1, scores.needsGradient() || transitions.needsGradient());
    double sum = 0;
    for (Index s = 0; s < layout.sequences(); ++s) {
        const Index begin = layout.begin(s), length = layout.length(s);
        const Strided z = scores.value(), T = transitions.value();
        sum += Sums(z.middleCols(begin, length), T, &tape).logZ;
        for (Index t = begin; t < begin + length; ++t)
            sum -= double(z(targets[std::size_t(t)].label, t));
        forTransitions(&targets[std::size_t(begin)], length, tags,
                       [&](Index row, Index column) { sum -= double(T(row, column)); });
    }
    loss.value()(0, 0) = Real(sum) * weight;
    tape.record(loss, [scores, transitions, loss, layout = &layout, wanted = &targets, weight] {
        const Index tags = scores.rows();
        const Strided z = scores.value(), T = transitions.value();
        Doubles dScores = Doubles::Zero(tags, z.cols()), dT = Doubles::Zero(tags + 1, tags + 1);
        for (Index s = 0; s < layout->sequences(); ++s) {
            const Index begin = layout->begin(s), length = layout->length(s);
            const Tape& tape = scores.tape();
            const Sums sums(z.middleCols(begin, length), T, &tape);
            for (Index t = 0; t < length; ++t) {
                dScores.col(begin + t) = sums.tags(t);
                if (t > 0)
                    dT.topLeftCorner(tags, tags) += sums.pairs(t);
                dScores((*wanted)[std::size_t(begin + t)].label, begin + t) -= 1;
                tape.check();
            }
            dT.col(tags).head(tags) += sums.tags(0);
            dT.row(tags).head(tags) += sums.tags(length - 1).transpose();
            forTransitions(&(*wanted)[std::size_t(begin)], length, tags,
                           [&](Index row, Index column) { dT(row, column) -= 1; });
        }
        const Real factor = weight * loss.gradient()(0, 0);
        scores.addGradient(dScores.cast<Real>() * factor);
        transitions.addGradient(dT.cast<Real>() * factor);
    });
    return loss;
}

Matrix tagLogProbabilities(const Eigen::Ref<const Matrix>& scores, const Eigen::Ref<const Matrix>& transitions,
                           const Layout& layout) {
    check(scores.rows(), scores.cols(), transitions.rows(), transitions.cols(), layout);
    Matrix result(scores.rows(), scores.cols());
    for (Index s = 0; s < layout.sequences(); ++s) {
        const Index begin = layout.begin(s), length = layout.length(s);
        const Sums sums(scores.middleCols(begin, length), transitions);
        for (Index t = 0; t < length; ++t)
            result.col(begin + t) = sums.tags(t).array().log().cast<Real>();
    }
    return result;
}

} // namespace headlight
