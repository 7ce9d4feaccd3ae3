#include "autodiff/ops_recurrent.h"
#include "autodiff/time_steps.h"
#include "core/product.h"

#include <stdexcept>

namespace headlight {

namespace {

struct LstmPass {
    Var result, recurrent;
    Var gates; ///< W x + b; forward puts the values of the gates in its place, which affine's backward does not miss
    Var cell;  ///< c of all tokens
    TimeSteps steps;

    void forward() const;
    void backward() const;

private:
    Index features() const { return result.rows(); }
    void backwardAt(Index column, const Real* cellBefore, Real* dHidden, Real* dCell, Real* dGates,
                    Real* scratch) const;
};

using Numbers = Eigen::Map<Eigen::Array<Real, Eigen::Dynamic, 1>>;
using ConstNumbers = Eigen::Map<const Eigen::Array<Real, Eigen::Dynamic, 1>>;

void LstmPass::forward() const {
    Tape& tape = result.tape();
    const Index d = features();
    Strided g = gates.value(), c = cell.value(), h = result.value();
    Tape::Scratch hidden(tape, d, steps.sequences()), product(tape, 4 * d, steps.sequences());
    const PackedFactor factor(recurrent.value());
    for (Index t = 0; t < steps.count(); ++t) {
        const Index active = steps.active(t);
        if (t > 0)
            factor.setProduct(product.leftCols(active), hidden.leftCols(active));
        for (Index k = 0; k < active; ++k) {
            const Index j = steps.column(k, t);
            if (t > 0)
                g.col(j) += product.col(k);
            Real* gate = g.col(j).data();
            activate(Activation::Sigmoid, gate, d);
            activate(Activation::Tanh, gate + d, d);
            activate(Activation::Sigmoid, gate + 2 * d, 2 * d);
            const ConstNumbers in(gate, d), candidate(gate + d, d), forget(gate + 2 * d, d), out(gate + 3 * d, d);
            Numbers state(c.col(j).data(), d);
            state = in * candidate;
            if (t > 0)
                state += forget * c.col(steps.column(k, t - 1)).array();
            hidden.col(k).array() = out * state.tanh();
            h.col(j) = hidden.col(k);
        }
    }
}

/// One token: dHidden is what comes from later tokens and from above, dCell from later tokens; dCell becomes what goes
/// on to the token before (`cellBefore`, null at the first).
void LstmPass::backwardAt(Index column, const Real* cellBefore, Real* dHidden, Real* dCell, Real* dGates,
                          Real* scratch) const {
    const Index d = features();
    const Real* gate = gates.value().col(column).data();
    const ConstNumbers in(gate, d), candidate(gate + d, d), forget(gate + 2 * d, d), out(gate + 3 * d, d);
    const ConstNumbers dH(dHidden, d);
    Numbers dC(dCell, d), bounded(scratch, d);
    bounded = cell.value().col(column).array().tanh();
    dC += dH * out * (1 - bounded.square());
    Numbers(dGates, d) = dC * candidate * in * (1 - in);
    Numbers(dGates + d, d) = dC * in * (1 - candidate.square());
    if (cellBefore)
        Numbers(dGates + 2 * d, d) = dC * ConstNumbers(cellBefore, d) * forget * (1 - forget);
    else
        Numbers(dGates + 2 * d, d).setZero();
    Numbers(dGates + 3 * d, d) = dH * bounded * out * (1 - out);
    dC *= forget;
}

void LstmPass::backward() const {
    Tape& tape = result.tape();
    const Index d = features();
    Tape::Scratch dHidden(tape, d, steps.sequences()), dCell(tape, d, steps.sequences());
    Tape::Scratch dGates(tape, 4 * d, steps.sequences()), scratch(tape, d, 1);
    dHidden.setZero(); // a sequence enters at its last step, with nothing from later ones
    dCell.setZero();
    Strided all = gates.gradientToAddTo();
    const Strided dResult = result.gradient(), c = cell.value();
    const PackedFactor factor(recurrent.value().transpose());
    for (Index t = steps.count() - 1; t >= 0; --t) {
        const Index active = steps.active(t);
        for (Index k = 0; k < active; ++k) {
            const Index j = steps.column(k, t);
            dHidden.col(k) += dResult.col(j);
            const Real* before = t > 0 ? c.col(steps.column(k, t - 1)).data() : nullptr;
            backwardAt(j, before, dHidden.col(k).data(), dCell.col(k).data(), dGates.col(k).data(), scratch.data());
            all.col(j) = dGates.col(k);
        }
        if (t > 0)
            factor.setProduct(dHidden.leftCols(active), dGates.leftCols(active));
    }
    Tape::Scratch previous(tape, d, result.cols());
    steps.shift(result.value(), previous);
    if (recurrent.needsGradient())
        addProduct(recurrent.gradientToAddTo(), all, previous.transpose());
}

} // namespace

void lstmInto(Var result, const AffineTerm& input, Var bias, Var recurrent, const Layout& layout, bool reversed) {
    const Index d = result.rows();
    if (input.weight.rows() != 4 * d || recurrent.rows() != 4 * d || recurrent.cols() != d ||
        result.cols() != layout.tokens())
        throw std::invalid_argument("lstm: expected weights of " + std::to_string(4 * d) + " rows and " +
                                    std::to_string(layout.tokens()) + " tokens");
    Tape& tape = result.tape();
    const LstmPass pass{result, recurrent, affine({input}, {bias}), tape.make(d, result.cols(), false),
                        TimeSteps(tape, layout, reversed)};
    pass.forward();
    tape.record(result, [pass] { pass.backward(); });
}

} // namespace headlight
