#include "autodiff/ops_loss.h"

#include <cmath>
#include <stdexcept>

namespace headlight {

Matrix softmax(const Eigen::Ref<const Matrix>& logits) {
    Matrix p = logits;
    for (Index j = 0; j < p.cols(); ++j) {
        p.col(j) = (p.col(j).array() - p.col(j).maxCoeff()).exp();
        p.col(j) /= p.col(j).sum();
    }
    return p;
}

Var crossEntropy(Var logits, const std::vector<int>& labels, Real weight) {
    if (Index(labels.size()) != logits.cols())
        throw std::invalid_argument("crossEntropy: expected " + std::to_string(logits.cols()) + " labels, got " +
                                    std::to_string(labels.size()));
    Var loss = logits.tape().make(1, 1, logits.needsGradient());
    const Strided z = logits.value();
    double sum = 0;
    for (Index j = 0; j < z.cols(); ++j) {
        const int label = labels[std::size_t(j)];
        if (label < 0 || label >= z.rows())
            throw std::invalid_argument("crossEntropy: expected labels within 0 … " + std::to_string(z.rows() - 1) +
                                        ", got " + std::to_string(label));
        const Real top = z.col(j).maxCoeff();
        sum += double(top - z(label, j)) + std::log(double((z.col(j).array() - top).exp().sum()));
    }
    loss.value()(0, 0) = Real(sum) * weight;
    logits.tape().record(loss, [logits, loss, classes = &labels, weight] {
        const Strided value = logits.value();
        Matrix d = softmax(value);
        for (Index j = 0; j < d.cols(); ++j)
            d((*classes)[std::size_t(j)], j) -= 1;
        logits.addGradient(d * (weight * loss.gradient()(0, 0)));
    });
    return loss;
}

} // namespace headlight
