#include "autodiff/activation.h"

#include "core/normal_distribution.h"
#include "core/vectors.h"

namespace headlight {

const ChoiceNames<Activation>& activationNames() {
    static const ChoiceNames<Activation> names = {{Activation::None, "none", "None"},
                                                  {Activation::Relu, "relu", "ReLU"},
                                                  {Activation::Elu, "elu", "ELU"},
                                                  {Activation::Tanh, "tanh", "Tanh"},
                                                  {Activation::Sigmoid, "sigmoid", "Sigmoid"},
                                                  {Activation::Gelu, "gelu", "GELU"},
                                                  {Activation::GeluTanh, "gelu_tanh", "GELU (by tanh)"},
                                                  {Activation::Silu, "silu", "SiLU"}};
    return names;
}

using Numbers = Eigen::Map<Eigen::Array<Real, Eigen::Dynamic, 1>>;
using ConstNumbers = Eigen::Map<const Eigen::Array<Real, Eigen::Dynamic, 1>>;

namespace {

constexpr Real gaussianTop = Real(0.398942280401432678); // 1 / √(2π)
constexpr Real tanhScale = Real(1.595769121605730711);   // 2 √(2/π), for (1 + tanh(x)) / 2 = sigmoid(2x)
constexpr Real tanhCube = Real(0.044715);

/// Exact also where it is small, as the products of x and it are.
Lane sigmoid(const Lane& x) {
    return 1 / (1 + (-x).unaryExpr(Exponential()));
}

Lane derivativeOfGelu(const Lane& x) {
    return x.unaryExpr(NormalProbability()) + gaussianTop * x * x.unaryExpr(Gaussian());
}

Lane derivativeOfGeluTanh(const Lane& x) {
    const Lane square = x.square(), s = sigmoid(tanhScale * x * (1 + tanhCube * square));
    return s * (1 + (1 - s) * tanhScale * x * (1 + 3 * tanhCube * square));
}

Lane derivativeOfSilu(const Lane& x) {
    const Lane s = sigmoid(x);
    return s * (1 + x * (1 - s));
}

} // namespace

bool derivativeNeedsInput(Activation activation) {
    return activation == Activation::Gelu || activation == Activation::GeluTanh || activation == Activation::Silu;
}

void activate(Activation activation, Real* y, Index count) {
    const auto become = [&](auto function) {
        forEachVector(count, [&](auto part) { store(y, part, function(load(y, part))); });
    };
    switch (activation) {
    case Activation::None:
        break;
    case Activation::Relu:
        become([](const Lane& x) -> Lane { return x.max(Real(0)); });
        break;
    case Activation::Elu:
        become([](const Lane& x) -> Lane { return x.max(Real(0)) + (x.min(Real(0)).unaryExpr(Exponential()) - 1); });
        break;
    case Activation::Tanh:
        become([](const Lane& x) -> Lane { return x.tanh(); });
        break;
    case Activation::Sigmoid:
        become([](const Lane& x) -> Lane { return x.logistic(); });
        break;
    case Activation::Gelu:
        become([](const Lane& x) -> Lane { return x * x.unaryExpr(NormalProbability()); });
        break;
    case Activation::GeluTanh:
        become([](const Lane& x) -> Lane { return x * sigmoid(tanhScale * x * (1 + tanhCube * x.square())); });
        break;
    case Activation::Silu:
        become([](const Lane& x) -> Lane { return x * sigmoid(x); });
        break;
    }
}

void multiplyByDerivative(Activation activation, const Real* xOrY, Real* gradient, Index count) {
    const ConstNumbers v(xOrY, count);
    Numbers g(gradient, count);
    const auto multiplyBy = [&](auto derivative) {
        forEachVector(count,
                      [&](auto part) { store(gradient, part, load(gradient, part) * derivative(load(xOrY, part))); });
    };
    switch (activation) {
    case Activation::None:
        break;
    case Activation::Relu:
        g = (v > 0).select(g, Real(0));
        break;
    case Activation::Elu:
        g *= v.min(Real(0)) + 1;
        break; // y + 1 = exp(x) below zero, 1 above
    case Activation::Tanh:
        g *= 1 - v.square();
        break;
    case Activation::Sigmoid:
        g *= v * (1 - v);
        break;
    case Activation::Gelu:
        multiplyBy([](const Lane& x) { return derivativeOfGelu(x); });
        break;
    case Activation::GeluTanh:
        multiplyBy([](const Lane& x) { return derivativeOfGeluTanh(x); });
        break;
    case Activation::Silu:
        multiplyBy([](const Lane& x) { return derivativeOfSilu(x); });
        break;
    }
}

} // namespace headlight
