#include "autodiff/gradient_check.h"

#include "autodiff/ops_elementwise.h"
#include "core/random.h"

namespace headlight {

namespace {

Matrix cotangentFor(Index rows, Index cols) {
    Random random(RandomKey(20180501));
    Matrix c(rows, cols);
    for (Index k = 0; k < c.size(); ++k)
        c.data()[k] = Real(random.normal());
    return c;
}

double valueOf(const std::function<Var(Tape&)>& compute) {
    Tape tape;
    const Var y = compute(tape);
    return double(y.value().cwiseProduct(cotangentFor(y.rows(), y.cols())).sum());
}

Matrix analyticGradient(const Parameter& parameter, const Gradients::Entry& entry) {
    Matrix gradient = Matrix::Zero(parameter.value.rows(), parameter.value.cols());
    if (!entry.touched)
        return gradient;
    if (parameter.kind != Parameter::Kind::Table)
        return entry.dense;
    for (std::size_t k = 0; k < entry.columns.size(); ++k)
        gradient.col(entry.columns[k]) = entry.dense.col(Index(k));
    return gradient;
}

} // namespace

GradientError checkGradients(Parameters& parameters, const std::function<Var(Tape&)>& compute, double step) {
    Gradients gradients(parameters);
    {
        Tape tape(&gradients);
        const Var y = compute(tape);
        const Matrix cotangent = cotangentFor(y.rows(), y.cols());
        tape.backward(weightedSum(y, cotangent));
    }
    GradientError worst;
    for (std::size_t p = 0; p < parameters.size(); ++p) {
        Parameter& parameter = parameters[p];
        const Matrix analytic = analyticGradient(parameter, gradients[p]);
        Matrix numeric = Matrix::Zero(analytic.rows(), analytic.cols());
        const Index first = parameter.trainBegin * analytic.rows();
        for (Index k = first; k < parameter.trainEnd * analytic.rows(); ++k) {
            Real& number = parameter.value.data()[k];
            const Real kept = number;
            number = kept + Real(step);
            const double above = valueOf(compute);
            number = kept - Real(step);
            const double below = valueOf(compute);
            number = kept;
            numeric.data()[k] = Real((above - below) / (2 * step));
        }
        const double scale = double(analytic.norm()) + double(numeric.norm());
        // A gradient that is zero exactly (a bias the softmax cancels) is compared absolutely.
        const double relative = double((analytic - numeric).norm()) / std::max(scale, 1e-3);
        if (relative >= worst.relative)
            worst = {relative, parameter.name};
    }
    return worst;
}

} // namespace headlight
