#include "autodiff/ops_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace headlight {

Matrix softmax(const Eigen::Ref<const Matrix>& logits) {
    Matrix p = logits;
    for (Index j = 0; j < p.cols(); ++j) {
        p.col(j) = (p.col(j).array() - p.col(j).maxCoeff()).exp();
        p.col(j) /= p.col(j).sum();
    }
    return p;
}

namespace {

double timesLog(double share) {
    return share > 0 ? share * std::log(share) : 0;
}

/// Σ p log p over the two shares of a target: what the cross entropy exceeds the divergence by, negative.
double certainty(Target target) {
    return timesLog(double(target.above)) + timesLog(1 - double(target.above));
}

/// The smoothed target: each class has `rest`, and the two of a target `own` of their share beside it.
struct Smoothed {
    Real own = 1, rest = 0;

    Smoothed(Real smoothing, Index classes) {
        if (!(smoothing >= 0 && smoothing < 1))
            throw std::invalid_argument("divergence: expected a smoothing from 0 to below 1, got " +
                                        std::to_string(smoothing));
        if (smoothing > 0 && classes > 1) {
            rest = smoothing / Real(classes - 1);
            own = 1 - smoothing - rest;
        }
    }
    double certaintyOf(Target target, Index classes) const {
        if (rest == 0)
            return target.above > 0 ? certainty(target) : 0;
        const double label = double(own * (1 - target.above) + rest), above = double(own * target.above + rest);
        const bool isShared = target.above > 0;
        return timesLog(label) + (isShared ? timesLog(above) : 0) +
               double(classes - (isShared ? 2 : 1)) * timesLog(double(rest));
    }
};

void check(const std::vector<Target>& targets, Index classes, Index examples) {
    if (Index(targets.size()) != examples)
        throw std::invalid_argument("divergence: expected " + std::to_string(examples) + " targets, got " +
                                    std::to_string(targets.size()));
    for (const Target& target : targets)
        if (target.label < 0 || target.above < 0 || target.above > 1 ||
            target.label + (target.above > 0 ? 1 : 0) >= classes)
            throw std::invalid_argument("divergence: expected labels within 0 … " + std::to_string(classes - 1) +
                                        ", got " + std::to_string(target.label) + " and " +
                                        std::to_string(target.above) + " above it");
}

} // namespace

/// How many classes an example has.
static Index classCount(const Eigen::Ref<const Matrix>& logits) {
    return (logits.array() > -std::numeric_limits<Real>::infinity()).count();
}

/// The sum of the logits that are classes.
static Real sumOf(const Eigen::Ref<const Matrix>& logits) {
    return (logits.array() > -std::numeric_limits<Real>::infinity()).select(logits.array(), Real(0)).sum();
}

Var divergence(Var logits, const std::vector<Target>& targets, Real weight, Real smoothing) {
    check(targets, logits.rows(), logits.cols());
    Var loss = logits.tape().make(1, 1, logits.needsGradient());
    const Strided z = logits.value();
    double sum = 0;
    for (Index j = 0; j < z.cols(); ++j) {
        const Target& target = targets[std::size_t(j)];
        const Index classes = classCount(z.col(j));
        const Smoothed smoothed(smoothing, classes);
        const Real top = z.col(j).maxCoeff();
        sum += double(top - z(target.label, j)) + std::log(double((z.col(j).array() - top).exp().sum()));
        if (target.above > 0)
            sum += double(smoothed.own * target.above * (z(target.label, j) - z(target.label + 1, j)));
        if (smoothed.rest > 0)
            sum += double(smoothed.rest * (Real(classes) * z(target.label, j) - sumOf(z.col(j))));
        sum += smoothed.certaintyOf(target, classes);
    }
    loss.value()(0, 0) = Real(sum) * weight;
    logits.tape().record(loss, [logits, loss, wanted = &targets, weight, smoothing] {
        const Strided value = logits.value();
        Matrix d = softmax(value);
        for (Index j = 0; j < d.cols(); ++j) {
            const Target& target = (*wanted)[std::size_t(j)];
            const Smoothed smoothed(smoothing, classCount(value.col(j)));
            d(target.label, j) -= smoothed.own * (1 - target.above);
            if (target.above > 0)
                d(target.label + 1, j) -= smoothed.own * target.above;
            for (Index i = 0; smoothed.rest > 0 && i < d.rows(); ++i)
                d(i, j) -= value(i, j) > -std::numeric_limits<Real>::infinity() ? smoothed.rest : 0;
        }
        logits.addGradient(d * (weight * loss.gradient()(0, 0)));
    });
    return loss;
}

} // namespace headlight
