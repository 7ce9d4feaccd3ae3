#include "autodiff/ops_dropout.h"

#include "autodiff/ops_elementwise.h"

#include <stdexcept>

namespace headlight {

Var dropped(Var x, Dropout dropout) {
    if (!dropout.active())
        return x;
    Var y = x.tape().make(x.rows(), x.cols(), x.needsGradient());
    y.value().setZero();
    dropout.applyAdd(x.value(), y.value());
    x.tape().record(y, [x, y, dropout] { dropout.applyAdd(y.gradient(), x.gradientToAddTo()); });
    return y;
}

Var addDropped(Var x, Var y, Dropout dropout) {
    if (!dropout.active())
        return add(x, y);
    if (x.rows() != y.rows() || x.cols() != y.cols())
        throw std::invalid_argument("addDropped: expected equal shapes");
    Var sum = x.tape().make(x.rows(), x.cols(), x.needsGradient() || y.needsGradient());
    sum.value() = x.value();
    dropout.applyAdd(y.value(), sum.value());
    x.tape().record(sum, [x, y, sum, dropout] {
        x.addGradient(sum.gradient());
        if (y.needsGradient())
            dropout.applyAdd(sum.gradient(), y.gradientToAddTo());
    });
    return sum;
}

} // namespace headlight
