#include "autodiff/ops_recurrent.h"
#include "autodiff/time_steps.h"
#include "core/product.h"
#include "core/vectors.h"

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
    void forwardAt(Index column, const Real* cellBefore, const Real* product, Real* hidden) const;
    void backwardAt(Index column, const Real* cellBefore, const Real* dHidden, Real* dCell, Real* dGates) const;
};

void LstmPass::forward() const {
    Tape& tape = result.tape();
    const Index d = features();
    Strided c = cell.value(), h = result.value();
    Tape::Scratch hidden(tape, d, steps.sequences()), product(tape, 4 * d, steps.sequences()), none(tape, d, 1);
    product.setZero();
    none.setZero();
    const PackedFactor factor(recurrent.value());
    for (Index t = 0; t < steps.count(); ++t) {
        tape.check();
        const Index active = steps.active(t);
        if (t > 0)
            factor.setProduct(product.leftCols(active), hidden.leftCols(active));
        for (Index k = 0; k < active; ++k) {
            const Index j = steps.column(k, t);
            const Real* before = t > 0 ? c.col(steps.column(k, t - 1)).data() : none.data();
            forwardAt(j, before, product.col(k).data(), hidden.col(k).data());
            h.col(j) = hidden.col(k);
        }
    }
}

/// One token: its gates, its cell from the one before, and what it gives to the next; product is U h₋.
void LstmPass::forwardAt(Index column, const Real* cellBefore, const Real* product, Real* hidden) const {
    const Index d = features();
    Real* gate = gates.value().col(column).data();
    Real* state = cell.value().col(column).data();
    forEachVector(d, [&](auto part) {
        const auto sum = [&](Index number) -> Lane {
            return load(gate + number * d, part) + load(product + number * d, part);
        };
        const Lane in = sum(0).logistic(), candidate = sum(1).tanh(), forget = sum(2).logistic(),
                   out = sum(3).logistic();
        store(gate, part, in);
        store(gate + d, part, candidate);
        store(gate + 2 * d, part, forget);
        store(gate + 3 * d, part, out);
        const Lane now = in * candidate + forget * load(cellBefore, part);
        store(state, part, now);
        store(hidden, part, out * now.tanh());
    });
}

/// One token: dHidden is what comes from later tokens and from above, dCell from later tokens; dCell becomes what goes
/// on to the token before, whose cell is `cellBefore`.
void LstmPass::backwardAt(Index column, const Real* cellBefore, const Real* dHidden, Real* dCell, Real* dGates) const {
    const Index d = features();
    const Real* gate = gates.value().col(column).data();
    const Real* state = cell.value().col(column).data();
    forEachVector(d, [&](auto part) {
        const Lane in = load(gate, part), candidate = load(gate + d, part);
        const Lane forget = load(gate + 2 * d, part), out = load(gate + 3 * d, part);
        const Lane bounded = load(state, part).tanh(), dH = load(dHidden, part);
        const Lane dC = load(dCell, part) + dH * out * (1 - bounded.square());
        store(dGates, part, dC * candidate * in * (1 - in));
        store(dGates + d, part, dC * in * (1 - candidate.square()));
        store(dGates + 2 * d, part, dC * load(cellBefore, part) * forget * (1 - forget));
        store(dGates + 3 * d, part, dH * bounded * out * (1 - out));
        store(dCell, part, dC * forget);
    });
}

void LstmPass::backward() const {
    Tape& tape = result.tape();
    const Index d = features();
    Tape::Scratch dHidden(tape, d, steps.sequences()), dCell(tape, d, steps.sequences());
    Tape::Scratch dGates(tape, 4 * d, steps.sequences()), none(tape, d, 1);
    dHidden.setZero(); // a sequence enters at its last step, with nothing from later ones
    dCell.setZero();
    none.setZero();
    Strided all = gates.gradientToAddTo();
    const Strided dResult = result.gradient(), c = cell.value();
    const PackedFactor factor(recurrent.value().transpose());
    for (Index t = steps.count() - 1; t >= 0; --t) {
        tape.check();
        const Index active = steps.active(t);
        for (Index k = 0; k < active; ++k) {
            const Index j = steps.column(k, t);
            dHidden.col(k) += dResult.col(j);
            const Real* before = t > 0 ? c.col(steps.column(k, t - 1)).data() : none.data();
            backwardAt(j, before, dHidden.col(k).data(), dCell.col(k).data(), dGates.col(k).data());
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
