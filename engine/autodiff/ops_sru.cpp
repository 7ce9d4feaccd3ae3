#include "autodiff/ops_recurrent.h"

#include <stdexcept>

namespace headlight {

namespace {

using Numbers = Eigen::Map<Eigen::Array<Real, Eigen::Dynamic, 1>>;
using ConstNumbers = Eigen::Map<const Eigen::Array<Real, Eigen::Dynamic, 1>>;

/// There is no product in the recurrence: one sequence after the other, token by token.
struct SruPass {
    Var result, x, map, bias;
    Var cell; ///< c of all tokens
    const Layout* layout;
    bool reversed;

    void forward() const;
    void backward() const;

private:
    /// Calls work(column, column of the token before or −1) along a sequence, against its direction if `back`.
    template <class Work>
    void along(Index sequence, bool back, Work work) const {
        const Index n = layout->length(sequence), stride = reversed ? -1 : 1;
        const Index first = reversed ? layout->end(sequence) - 1 : layout->begin(sequence);
        for (Index k = 0; k < n; ++k) {
            const Index step = back ? n - 1 - k : k, column = first + stride * step;
            work(column, step > 0 ? column - stride : -1);
        }
    }
    /// f and r of a token, [2·features].
    void gatesOf(Index column, Tape::Scratch& gates) const {
        gates.col(0) = map.value().col(column).tail(gates.rows()) + bias.value().col(0);
        activate(Activation::Sigmoid, gates.data(), gates.rows());
    }
};

void SruPass::forward() const {
    const Index d = result.rows();
    Tape::Scratch gates(result.tape(), 2 * d, 1);
    const ConstNumbers forget(gates.data(), d), reset(gates.data() + d, d);
    Strided c = cell.value(), h = result.value();
    for (Index s = 0; s < layout->sequences(); ++s)
        along(s, false, [&](Index j, Index before) {
            gatesOf(j, gates);
            const auto fresh = map.value().col(j).head(d).array();
            auto state = c.col(j).array();
            if (before >= 0)
                state = fresh + forget * (c.col(before).array() - fresh);
            else
                state = (1 - forget) * fresh;
            const auto own = x.value().col(j).array();
            h.col(j).array() = own + reset * (state.tanh() - own);
        });
}

void SruPass::backward() const {
    Tape& tape = result.tape();
    const Index d = result.rows();
    Tape::Scratch gates(tape, 2 * d, 1), scratch(tape, d, 1), carried(tape, d, 1), dBias(tape, 2 * d, 1);
    Tape::Scratch dMap(tape, 3 * d, result.cols()), dX(tape, d, result.cols());
    const ConstNumbers forget(gates.data(), d), reset(gates.data() + d, d);
    Numbers bounded(scratch.data(), d), dCell(carried.data(), d);
    const Strided c = cell.value();
    dBias.setZero();
    for (Index s = 0; s < layout->sequences(); ++s) {
        dCell.setZero();
        along(s, true, [&](Index j, Index before) {
            gatesOf(j, gates);
            const auto dH = result.gradient().col(j).array(), own = x.value().col(j).array();
            const auto fresh = map.value().col(j).head(d).array();
            bounded = c.col(j).array().tanh();
            dCell += dH * reset * (1 - bounded.square());
            dX.col(j).array() = dH * (1 - reset);
            dMap.col(j).head(d).array() = dCell * (1 - forget);
            auto dForget = dMap.col(j).segment(d, d).array();
            if (before >= 0)
                dForget = dCell * (c.col(before).array() - fresh) * forget * (1 - forget);
            else
                dForget = -dCell * fresh * forget * (1 - forget);
            dMap.col(j).tail(d).array() = dH * (bounded - own) * reset * (1 - reset);
            dBias.col(0) += dMap.col(j).tail(2 * d);
            dCell *= forget;
        });
    }
    x.addGradient(dX);
    map.addGradient(dMap);
    bias.addGradient(dBias);
}

} // namespace

void sruInto(Var result, Var x, Var map, Var bias, const Layout& layout, bool reversed) {
    const Index d = result.rows(), tokens = layout.tokens();
    if (result.cols() != tokens || x.rows() != d || x.cols() != tokens || map.rows() != 3 * d || map.cols() != tokens ||
        bias.rows() != 2 * d || bias.cols() != 1)
        throw std::invalid_argument("sru: expected an input of " + std::to_string(d) + " × " + std::to_string(tokens) +
                                    ", a map of three times and a bias of twice as many rows");
    const SruPass pass{result, x, map, bias, result.tape().make(d, tokens, false), &layout, reversed};
    pass.forward();
    result.tape().record(result, [pass] { pass.backward(); });
}

} // namespace headlight
