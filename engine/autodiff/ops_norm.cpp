#include "autodiff/ops_norm.h"

#include <cmath>
#include <stdexcept>

namespace headlight {

namespace {

struct Moments {
    Real mean, inverseDeviation;
};

Moments momentsOf(const Eigen::Ref<const Vector>& column, Real epsilon) {
    const Real mean = column.mean();
    const Real variance = (column.array() - mean).square().mean();
    return {mean, 1 / std::sqrt(variance + epsilon)};
}

} // namespace

Var layerNorm(Var x, Var gain, Var bias, Real epsilon) {
    const Index width = gain.rows();
    if (width == 0 || x.rows() % width != 0 || bias.rows() != width || gain.cols() != 1 || bias.cols() != 1)
        throw std::invalid_argument("layerNorm: expected gain and bias of " + std::to_string(x.rows()) +
                                    " rows, or of one of several heads");
    Tape& tape = x.tape();
    Var y = tape.make(x.rows(), x.cols(), x.needsGradient() || gain.needsGradient() || bias.needsGradient());
    for (Index j = 0; j < x.cols(); ++j)
        for (Index head = 0; head < x.rows(); head += width) {
            const auto in = x.value().col(j).segment(head, width);
            const Moments m = momentsOf(in, epsilon);
            y.value().col(j).segment(head, width) =
                (in.array() - m.mean) * m.inverseDeviation * gain.value().col(0).array() + bias.value().col(0).array();
        }
    tape.record(y, [x, gain, bias, y, epsilon, width, &tape] {
        Tape::Scratch normal(tape, width, 1), dNormal(tape, width, 1), dGain(tape, width, 1), dBias(tape, width, 1),
            dX(tape, x.rows(), x.cols());
        dGain.setZero();
        dBias.setZero();
        for (Index j = 0; j < x.cols(); ++j)
            for (Index head = 0; head < x.rows(); head += width) {
                const auto in = x.value().col(j).segment(head, width);
                const Moments m = momentsOf(in, epsilon);
                const auto dY = y.gradient().col(j).segment(head, width);
                normal.col(0) = (in.array() - m.mean) * m.inverseDeviation;
                dNormal.col(0) = dY.cwiseProduct(gain.value().col(0));
                dGain.col(0) += dY.cwiseProduct(normal.col(0));
                dBias.col(0) += dY;
                const Real alongNormal = dNormal.col(0).dot(normal.col(0)) / Real(width);
                dX.col(j).segment(head, width) = m.inverseDeviation * (dNormal.col(0).array() - dNormal.mean() -
                                                                       normal.col(0).array() * alongNormal);
            }
        x.addGradient(dX);
        gain.addGradient(dGain);
        bias.addGradient(dBias);
    });
    return y;
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
