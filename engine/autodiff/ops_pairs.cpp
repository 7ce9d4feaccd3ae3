#include "autodiff/ops_pairs.h"

#include <stdexcept>
#include <string>

namespace headlight {

namespace {

void checkPairs(const char* op, Var x) {
    if (x.cols() % 2 != 0)
        throw std::invalid_argument(std::string(op) + ": expected two vectors for each pair, got " +
                                    std::to_string(x.cols()));
}

} // namespace

Var matchPairs(Var x, Difference difference) {
    checkPairs("matchPairs", x);
    const Index d = x.rows(), pairs = x.cols() / 2;
    Var y = x.tape().make(4 * d, pairs, x.needsGradient());
    for (Index k = 0; k < pairs; ++k) {
        const auto p = x.value().col(2 * k), h = x.value().col(2 * k + 1);
        y.value().col(k) << p, h, p - h, p.cwiseProduct(h);
        if (difference == Difference::Absolute)
            y.value().col(k).segment(2 * d, d) = (p - h).cwiseAbs();
    }
    x.tape().record(y, [x, y, d, pairs, difference] {
        Strided gradient = x.gradientToAddTo();
        for (Index k = 0; k < pairs; ++k) {
            const auto p = x.value().col(2 * k), h = x.value().col(2 * k + 1);
            const auto dY = y.gradient().col(k);
            Vector apart = dY.segment(2 * d, d);
            if (difference == Difference::Absolute)
                apart.array() *= (p - h).array().sign();
            gradient.col(2 * k) += dY.segment(0, d) + apart + dY.segment(3 * d, d).cwiseProduct(h);
            gradient.col(2 * k + 1) += dY.segment(d, d) - apart + dY.segment(3 * d, d).cwiseProduct(p);
        }
    });
    return y;
}

Var relatePairs(Var x) {
    checkPairs("relatePairs", x);
    const Index d = x.rows(), pairs = x.cols() / 2;
    Var y = x.tape().make(2 * d, pairs, x.needsGradient());
    for (Index k = 0; k < pairs; ++k) {
        const auto p = x.value().col(2 * k), h = x.value().col(2 * k + 1);
        y.value().col(k) << p.cwiseProduct(h), (p - h).cwiseAbs();
    }
    x.tape().record(y, [x, y, d, pairs] {
        Strided gradient = x.gradientToAddTo();
        for (Index k = 0; k < pairs; ++k) {
            const auto p = x.value().col(2 * k), h = x.value().col(2 * k + 1);
            const auto dY = y.gradient().col(k);
            const Vector apart = dY.segment(d, d).cwiseProduct((p - h).cwiseSign());
            gradient.col(2 * k) += dY.segment(0, d).cwiseProduct(h) + apart;
            gradient.col(2 * k + 1) += dY.segment(0, d).cwiseProduct(p) - apart;
        }
    });
    return y;
}

} // namespace headlight
