#include "autodiff/ops_norm.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace headlight {

namespace {

/// One normalisation: what forward and backward share.
struct NormStep {
    Var x, gain, bias, y;
    Index width; ///< of what is normalised together
    Real epsilon, offset;
    bool centred; ///< the mean is taken away

    struct Moments {
        Real mean, inverseDeviation;
    };
    Moments momentsOf(const Eigen::Ref<const Vector>& column) const {
        const Real mean = centred ? column.mean() : Real(0);
        const Real variance = (column.array() - mean).square().mean();
        return {mean, 1 / std::sqrt(variance + epsilon)};
    }
    /// Calls run(column, first row) for all that is normalised together.
    template <class Run>
    void forEach(Run run) const {
        for (Index j = 0; j < x.cols(); ++j)
            for (Index head = 0; head < x.rows(); head += width)
                run(j, head);
    }
    auto gains() const { return offset + gain.value().col(0).array(); }
    void forward() const;
    void backward() const;
};

void NormStep::forward() const {
    forEach([&](Index j, Index head) {
        const auto in = x.value().col(j).segment(head, width);
        const Moments m = momentsOf(in);
        const auto normal = (in.array() - m.mean) * m.inverseDeviation;
        auto out = y.value().col(j).segment(head, width).array();
        if (gain && bias)
            out = normal * gains() + bias.value().col(0).array();
        else if (gain)
            out = normal * gains();
        else if (bias)
            out = normal + bias.value().col(0).array();
        else
            out = normal;
    });
}

void NormStep::backward() const {
    Tape& tape = x.tape();
    Tape::Scratch normal(tape, width, 1), dNormal(tape, width, 1), dGain(tape, width, 1), dBias(tape, width, 1),
        dX(tape, x.rows(), x.cols());
    dGain.setZero();
    dBias.setZero();
    forEach([&](Index j, Index head) {
        const auto in = x.value().col(j).segment(head, width);
        const Moments m = momentsOf(in);
        const auto dY = y.gradient().col(j).segment(head, width);
        normal.col(0) = (in.array() - m.mean) * m.inverseDeviation;
        dNormal.col(0) = dY;
        if (gain)
            dNormal.col(0).array() *= gains();
        dGain.col(0) += dY.cwiseProduct(normal.col(0));
        dBias.col(0) += dY;
        const Real along = dNormal.col(0).dot(normal.col(0)) / Real(width), mean = centred ? dNormal.mean() : Real(0);
        dX.col(j).segment(head, width) =
            m.inverseDeviation * (dNormal.col(0).array() - mean - normal.col(0).array() * along);
    });
    x.addGradient(dX);
    if (gain)
        gain.addGradient(dGain);
    if (bias)
        bias.addGradient(dBias);
}

Var normalised(NormStep step, const char* name) {
    const auto fits = [&](const Var& var) { return !var || (var.rows() == step.width && var.cols() == 1); };
    if (step.width == 0 || step.x.rows() % step.width != 0 || !fits(step.gain) || !fits(step.bias))
        throw std::invalid_argument(std::string(name) + ": expected gain and bias of " + std::to_string(step.x.rows()) +
                                    " rows, or of one of several heads");
    step.y = step.x.tape().make(step.x.rows(), step.x.cols(),
                                step.x.needsGradient() || (step.gain && step.gain.needsGradient()) ||
                                    (step.bias && step.bias.needsGradient()));
    step.forward();
    step.x.tape().record(step.y, [step] { step.backward(); });
    return step.y;
}

} // namespace

Var layerNorm(Var x, Var gain, Var bias, Real epsilon) {
    return normalised({x, gain, bias, {}, gain ? gain.rows() : x.rows(), epsilon, 0, true}, "layerNorm");
}

Var rootMeanSquareNorm(Var x, Var gain, Real epsilon, Real offset) {
    return normalised({x, gain, {}, {}, gain ? gain.rows() : x.rows(), epsilon, offset, false}, "rootMeanSquareNorm");
}

Var unitColumns(Var x, Real epsilon) {
    Var y = x.tape().make(x.rows(), x.cols(), x.needsGradient());
    for (Index j = 0; j < x.cols(); ++j)
        y.value().col(j) = x.value().col(j) / (x.value().col(j).norm() + epsilon);
    x.tape().record(y, [x, y, epsilon] {
        Strided gradient = x.gradientToAddTo();
        for (Index j = 0; j < x.cols(); ++j) {
            const Real length = x.value().col(j).norm(), divisor = length + epsilon;
            if (length == 0)
                continue;
            const auto dY = y.gradient().col(j), own = y.value().col(j);
            gradient.col(j) += (dY - own * (own.dot(dY) * divisor / length)) / divisor;
        }
    });
    return y;
}

} // namespace headlight
