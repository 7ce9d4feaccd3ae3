#include "autodiff/ops_recurrent.h"
#include "autodiff/time_steps.h"
#include "core/product.h"
#include "core/vectors.h"

#include <optional>
#include <stdexcept>

namespace headlight {

namespace {

using Numbers = Eigen::Map<Eigen::Array<Real, Eigen::Dynamic, 1>>;
using ConstNumbers = Eigen::Map<const Eigen::Array<Real, Eigen::Dynamic, 1>>;

struct GruPass {
    Var result, recurrent, recurrentBias;
    Var gates;     ///< W x + b; forward puts r, z and j in its place, which affine's backward does not miss
    Var candidate; ///< reset after: U h₋ + b' of j, for all tokens
    TimeSteps steps;

    void forward() const;
    void backward() const;

private:
    bool resetAfter() const { return bool(candidate); }
    Index features() const { return result.rows(); }
    void candidatesBefore(Index step, const PackedFactor& factor, const MatrixMap& hidden, MatrixMap& reset,
                          MatrixMap& product) const;
    void candidatesAfter(Index step, const MatrixMap& product) const;
    void backwardThroughReset(Index step, const std::optional<PackedFactor>& factor, MatrixMap& dGates,
                              MatrixMap& dHidden, MatrixMap& dReset) const;
    void weightGradients(const Strided& dGates) const;
    void addRecurrent(Index first, const Eigen::Ref<const Matrix>& d, const MatrixMap& previous) const;
};

/// j = tanh(W x + b + U (r ⊙ h₋)) of the active sequences; `factor` is U.
void GruPass::candidatesBefore(Index step, const PackedFactor& factor, const MatrixMap& hidden, MatrixMap& reset,
                               MatrixMap& product) const {
    const Index d = features(), active = steps.active(step);
    Strided g = gates.value();
    if (step > 0) {
        for (Index k = 0; k < active; ++k)
            reset.col(k) = g.col(steps.column(k, step)).head(d).cwiseProduct(hidden.col(k));
        factor.setProduct(product.topLeftCorner(d, active), reset.leftCols(active));
    }
    for (Index k = 0; k < active; ++k) {
        Real* own = g.col(steps.column(k, step)).tail(d).data();
        forEachVector(
            d, [&](auto part) { store(own, part, (load(own, part) + load(product.col(k).data(), part)).tanh()); });
    }
}

/// j = tanh(W x + b + r ⊙ (U h₋ + b')) of the active sequences; product is U h₋.
void GruPass::candidatesAfter(Index step, const MatrixMap& product) const {
    const Index d = features();
    const Real* bias = recurrentBias.value().col(0).tail(d).data();
    for (Index k = 0; k < steps.active(step); ++k) {
        const Index j = steps.column(k, step);
        Real* gate = gates.value().col(j).data();
        Real* kept = candidate.value().col(j).data();
        const Real* own = product.col(k).tail(d).data();
        forEachVector(d, [&](auto part) {
            const Lane now = load(bias, part) + load(own, part);
            store(kept, part, now);
            store(gate + 2 * d, part, (load(gate + 2 * d, part) + load(gate, part) * now).tanh());
        });
    }
}

void GruPass::forward() const {
    Tape& tape = result.tape();
    const Index d = features(), sequences = steps.sequences();
    const Index rows = resetAfter() ? 3 * d : 2 * d; // of U that are multiplied by h₋ itself
    Strided g = gates.value(), h = result.value();
    Tape::Scratch hidden(tape, d, sequences), product(tape, rows, sequences), reset(tape, d, sequences);
    hidden.setZero();
    product.setZero(); // at the first step there is none
    Vector bias = Vector::Zero(2 * d);
    if (recurrentBias)
        bias = recurrentBias.value().col(0).head(2 * d);
    const PackedFactor factor(recurrent.value().topRows(rows));
    std::optional<PackedFactor> ofCandidates;
    if (!resetAfter())
        ofCandidates.emplace(recurrent.value().bottomRows(d));
    for (Index t = 0; t < steps.count(); ++t) {
        tape.check();
        const Index active = steps.active(t);
        if (t > 0)
            factor.setProduct(product.leftCols(active), hidden.leftCols(active));
        for (Index k = 0; k < active; ++k) {
            Real* own = g.col(steps.column(k, t)).data();
            forEachVector(2 * d, [&](auto part) {
                store(own, part,
                      (load(own, part) + load(product.col(k).data(), part) + load(bias.data(), part)).logistic());
            });
        }
        if (resetAfter())
            candidatesAfter(t, product);
        else
            candidatesBefore(t, *ofCandidates, hidden, reset, product);
        for (Index k = 0; k < active; ++k) {
            const Index j = steps.column(k, t);
            const Real* gate = g.col(j).data();
            Real* own = hidden.col(k).data();
            forEachVector(d, [&](auto part) {
                const Lane update = load(gate + d, part), fresh = load(gate + 2 * d, part);
                store(own, part, fresh + update * (load(own, part) - fresh));
            });
            h.col(j) = hidden.col(k);
        }
    }
}

/// From dGates' last rows, the gradient of what tanh got, to those of r, and to h₋ as far as it goes through r.
/// With reset after, the last rows become the gradient of U h₋ + b'; before, `factor` is the candidates' Uᵀ.
void GruPass::backwardThroughReset(Index step, const std::optional<PackedFactor>& factor, MatrixMap& dGates,
                                   MatrixMap& dHidden, MatrixMap& dReset) const {
    const Index d = features(), active = steps.active(step);
    if (!resetAfter() && step == 0) {
        dGates.topLeftCorner(d, active).setZero(); // there is no h₋ to reset
        return;
    }
    if (!resetAfter())
        factor->setProduct(dReset.leftCols(active), dGates.bottomRows(d).leftCols(active));
    for (Index k = 0; k < active; ++k) {
        const Index j = steps.column(k, step);
        const ConstNumbers r(gates.value().col(j).data(), d);
        auto dR = dGates.col(k).head(d).array(), dCandidate = dGates.col(k).tail(d).array();
        if (resetAfter()) {
            dR = dCandidate * candidate.value().col(j).array() * r * (1 - r);
            dCandidate *= r;
        } else {
            const auto before = result.value().col(steps.column(k, step - 1)).array();
            dR = dReset.col(k).array() * before * r * (1 - r);
            dHidden.col(k).array() += dReset.col(k).array() * r;
        }
    }
}

void GruPass::backward() const {
    Tape& tape = result.tape();
    const Index d = features(), sequences = steps.sequences(), rows = resetAfter() ? 3 * d : 2 * d;
    Tape::Scratch dHidden(tape, d, sequences), dGates(tape, 3 * d, sequences), dReset(tape, d, sequences);
    dHidden.setZero(); // a sequence enters at its last step, with nothing from later ones
    Strided all = gates.gradientToAddTo();
    const Strided dResult = result.gradient(), h = result.value();
    const PackedFactor factor(recurrent.value().topRows(rows).transpose());
    std::optional<PackedFactor> ofCandidates;
    if (!resetAfter())
        ofCandidates.emplace(recurrent.value().bottomRows(d).transpose());
    for (Index t = steps.count() - 1; t >= 0; --t) {
        tape.check();
        const Index active = steps.active(t);
        for (Index k = 0; k < active; ++k) {
            const Index j = steps.column(k, t);
            const Real* gate = gates.value().col(j).data();
            const ConstNumbers update(gate + d, d), fresh(gate + 2 * d, d);
            dHidden.col(k) += dResult.col(j);
            auto dH = dHidden.col(k).array();
            auto dUpdate = dGates.col(k).segment(d, d).array();
            if (t > 0)
                dUpdate = dH * (h.col(steps.column(k, t - 1)).array() - fresh) * update * (1 - update);
            else
                dUpdate = -dH * fresh * update * (1 - update);
            dGates.col(k).tail(d).array() = dH * (1 - update) * (1 - fresh.square());
            all.col(j).tail(d) = dGates.col(k).tail(d);
            dH *= update;
        }
        backwardThroughReset(t, ofCandidates, dGates, dHidden, dReset);
        for (Index k = 0; k < active; ++k)
            all.col(steps.column(k, t)).head(2 * d) = dGates.col(k).head(2 * d);
        if (t > 0)
            factor.addProduct(dHidden.leftCols(active), dGates.topRows(rows).leftCols(active));
    }
    weightGradients(all);
}

/// The gradient of U's rows from `first` on.
void GruPass::addRecurrent(Index first, const Eigen::Ref<const Matrix>& d, const MatrixMap& previous) const {
    const Var rows = recurrent.block(first, d.rows());
    if (rows.needsGradient())
        addProduct(rows.gradientToAddTo(), d, previous.transpose());
}

void GruPass::weightGradients(const Strided& dGates) const {
    const Index d = features(), tokens = result.cols();
    Tape::Scratch previous(result.tape(), d, tokens);
    steps.shift(result.value(), previous);
    addRecurrent(0, dGates.topRows(2 * d), previous);
    const Strided g = gates.value();
    if (!resetAfter()) {
        previous.array() *= g.topRows(d).array();
        addRecurrent(2 * d, dGates.bottomRows(d), previous);
        return;
    }
    Strided dCandidate = candidate.value(); // nobody needs its value any more
    dCandidate = dGates.bottomRows(d).cwiseProduct(g.topRows(d));
    addRecurrent(2 * d, dCandidate, previous);
    recurrentBias.block(0, 2 * d).addGradient(dGates.topRows(2 * d).rowwise().sum());
    recurrentBias.block(2 * d, d).addGradient(dCandidate.rowwise().sum());
}

} // namespace

void gruInto(Var result, const AffineTerm& input, Var bias, Var recurrent, Var recurrentBias, GruReset reset,
             const Layout& layout, bool reversed) {
    const Index d = result.rows();
    if (input.weight.rows() != 3 * d || recurrent.rows() != 3 * d || recurrent.cols() != d ||
        result.cols() != layout.tokens())
        throw std::invalid_argument("gru: expected weights of " + std::to_string(3 * d) + " rows and " +
                                    std::to_string(layout.tokens()) + " tokens");
    if (bool(recurrentBias) != (reset == GruReset::After) || (recurrentBias && recurrentBias.rows() != 3 * d))
        throw std::invalid_argument("gru: expected a recurrent bias of " + std::to_string(3 * d) +
                                    " rows with reset after, and none with reset before");
    Tape& tape = result.tape();
    const Var candidate = reset == GruReset::After ? tape.make(d, result.cols(), false) : Var();
    const GruPass pass{
        result, recurrent, recurrentBias, affine({input}, {bias}), candidate, TimeSteps(tape, layout, reversed)};
    pass.forward();
    tape.record(result, [pass] { pass.backward(); });
}

} // namespace headlight
