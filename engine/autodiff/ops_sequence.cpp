#include "autodiff/ops_sequence.h"

#include <stdexcept>

namespace headlight {

namespace {

/// Softmax over the columns of `score`, row by row, into `weight`.
template <class Scores>
void softmaxOverColumns(const Scores& score, MatrixMap& weight) {
    const Vector top = score.rowwise().maxCoeff();
    Vector sum = Vector::Zero(score.rows());
    for (Index j = 0; j < score.cols(); ++j) {
        weight.col(j) = (score.col(j) - top).array().exp();
        sum += weight.col(j);
    }
    const Vector inverse = sum.cwiseInverse();
    for (Index j = 0; j < score.cols(); ++j)
        weight.col(j).array() *= inverse.array();
}

} // namespace

Var poolBySoftmax(Var score, Var x, const Layout& layout) {
    if (score.rows() != x.rows() || score.cols() != x.cols() || x.cols() != layout.tokens())
        throw std::invalid_argument("poolBySoftmax: expected scores and values of the layout's " +
                                    std::to_string(layout.tokens()) + " tokens and equal width");
    Tape& tape = x.tape();
    Var y = tape.make(x.rows(), layout.sequences(), score.needsGradient() || x.needsGradient());
    for (Index s = 0; s < layout.sequences(); ++s) {
        const Index begin = layout.begin(s), n = layout.length(s);
        Tape::Scratch weight(tape, x.rows(), n);
        softmaxOverColumns(score.value().middleCols(begin, n), weight);
        y.value().col(s) = weight.cwiseProduct(x.value().middleCols(begin, n)).rowwise().sum();
    }
    tape.record(y, [score, x, y, &tape, sequences = &layout] {
        Tape::Scratch weight(tape, x.rows(), x.cols()), dScore(tape, x.rows(), x.cols());
        for (Index s = 0; s < sequences->sequences(); ++s) {
            const Index begin = sequences->begin(s), n = sequences->length(s);
            MatrixMap own(weight.col(begin).data(), x.rows(), n);
            softmaxOverColumns(score.value().middleCols(begin, n), own);
            for (Index j = begin; j < begin + n; ++j) {
                weight.col(j).array() *= y.gradient().col(s).array(); // now the gradient of x
                dScore.col(j) = weight.col(j).cwiseProduct(x.value().col(j) - y.value().col(s));
            }
        }
        x.addGradient(weight);
        score.addGradient(dScore);
    });
    return y;
}

} // namespace headlight
