#include "autodiff/activation.h"

#include "core/exponential.h"
#include "core/vectors.h"

#include <stdexcept>

namespace headlight {

const std::vector<std::string>& activationNames() {
    static const std::vector<std::string> names = {"none", "relu", "elu", "tanh", "sigmoid"};
    return names;
}

Activation activationFrom(const std::string& name) {
    const auto& names = activationNames();
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == name)
            return Activation(i);
    throw std::invalid_argument("activationFrom: expected none, relu, elu, tanh or sigmoid, got \"" + name + "\"");
}

using Numbers = Eigen::Map<Eigen::Array<Real, Eigen::Dynamic, 1>>;
using ConstNumbers = Eigen::Map<const Eigen::Array<Real, Eigen::Dynamic, 1>>;

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
    }
}

void multiplyByDerivative(Activation activation, const Real* y, Real* gradient, Index count) {
    const ConstNumbers v(y, count);
    Numbers g(gradient, count);
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
    }
}

} // namespace headlight
