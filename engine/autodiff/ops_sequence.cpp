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

Var poolByHeads(Var score, Var x, const Layout& layout) {
    if (score.cols() != x.cols() || x.cols() != layout.tokens())
        throw std::invalid_argument("poolByHeads: expected scores and values of the layout's " +
                                    std::to_string(layout.tokens()) + " tokens");
    Tape& tape = x.tape();
    const Index heads = score.rows(), d = x.rows();
    Var y = tape.make(heads * d, layout.sequences(), score.needsGradient() || x.needsGradient());
    for (Index s = 0; s < layout.sequences(); ++s) {
        const Index begin = layout.begin(s), n = layout.length(s);
        Tape::Scratch weight(tape, heads, n);
        softmaxOverColumns(score.value().middleCols(begin, n), weight);
        MatrixMap(y.value().col(s).data(), d, heads).noalias() = x.value().middleCols(begin, n) * weight.transpose();
    }
    tape.record(y, [score, x, y, d, heads, &tape, sequences = &layout] {
        Tape::Scratch dScore(tape, heads, x.cols()), dX(tape, d, x.cols());
        for (Index s = 0; s < sequences->sequences(); ++s) {
            const Index begin = sequences->begin(s), n = sequences->length(s);
            Tape::Scratch weight(tape, heads, n);
            softmaxOverColumns(score.value().middleCols(begin, n), weight);
            const MatrixMap dY(y.gradient().col(s).data(), d, heads);
            dX.middleCols(begin, n).noalias() = dY * weight;
            auto own = dScore.middleCols(begin, n);
            own.noalias() = dY.transpose() * x.value().middleCols(begin, n); // of the weights
            const Vector mean = own.cwiseProduct(weight).rowwise().sum();
            own = weight.cwiseProduct(own.colwise() - mean);
        }
        x.addGradient(dX);
        score.addGradient(dScore);
    });
    return y;
}

static void checkTokens(const char* op, Var x, const Layout& layout) {
    if (x.cols() != layout.tokens())
        throw std::invalid_argument(std::string(op) + ": expected a value of the layout's " +
                                    std::to_string(layout.tokens()) + " tokens, got " + std::to_string(x.cols()));
}

/// Σ over the tokens, each sequence's result times factor(length).
template <class Factor>
static Var weightedSum(Var x, const Layout& layout, Factor factor) {
    Var y = x.tape().make(x.rows(), layout.sequences(), x.needsGradient());
    for (Index s = 0; s < layout.sequences(); ++s)
        y.value().col(s) =
            factor(layout.length(s)) * x.value().middleCols(layout.begin(s), layout.length(s)).rowwise().sum();
    x.tape().record(y, [x, y, factor, sequences = &layout] {
        Strided gradient = x.gradientToAddTo();
        for (Index s = 0; s < sequences->sequences(); ++s)
            gradient.middleCols(sequences->begin(s), sequences->length(s)).colwise() +=
                factor(sequences->length(s)) * y.gradient().col(s);
    });
    return y;
}

Var sumOverTokens(Var x, const Layout& layout) {
    checkTokens("sumOverTokens", x, layout);
    return weightedSum(x, layout, [](Index) { return Real(1); });
}

Var meanOverTokens(Var x, const Layout& layout) {
    checkTokens("meanOverTokens", x, layout);
    return weightedSum(x, layout, [](Index length) { return 1 / Real(length); });
}

/// The token with the largest value of each feature.
static Eigen::Matrix<Index, Eigen::Dynamic, Eigen::Dynamic> placesOfMaxima(Var x, const Layout& layout) {
    Eigen::Matrix<Index, Eigen::Dynamic, Eigen::Dynamic> places(x.rows(), layout.sequences());
    const Strided value = x.value();
    for (Index s = 0; s < layout.sequences(); ++s) {
        places.col(s).setConstant(layout.begin(s));
        for (Index j = layout.begin(s) + 1; j < layout.end(s); ++j)
            for (Index row = 0; row < value.rows(); ++row)
                if (value(row, j) > value(row, places(row, s)))
                    places(row, s) = j;
    }
    return places;
}

Var maxOverTokens(Var x, const Layout& layout) {
    checkTokens("maxOverTokens", x, layout);
    Var y = x.tape().make(x.rows(), layout.sequences(), x.needsGradient());
    const auto places = placesOfMaxima(x, layout);
    for (Index s = 0; s < places.cols(); ++s)
        for (Index row = 0; row < places.rows(); ++row)
            y.value()(row, s) = x.value()(row, places(row, s));
    x.tape().record(y, [x, y, sequences = &layout] { // found again rather than kept
        Strided gradient = x.gradientToAddTo();
        const auto found = placesOfMaxima(x, *sequences);
        for (Index s = 0; s < found.cols(); ++s)
            for (Index row = 0; row < found.rows(); ++row)
                gradient(row, found(row, s)) += y.gradient()(row, s);
    });
    return y;
}

Var gatherColumns(Var x, std::span<const Index> from) {
    Var y = x.tape().make(x.rows(), Index(from.size()), x.needsGradient());
    for (Index j = 0; j < y.cols(); ++j) {
        const Index source = from[std::size_t(j)];
        if (source < -1 || source >= x.cols())
            throw std::invalid_argument("gatherColumns: expected columns within -1 … " + std::to_string(x.cols() - 1) +
                                        ", got " + std::to_string(source));
        if (source < 0)
            y.value().col(j).setZero();
        else
            y.value().col(j) = x.value().col(source);
    }
    x.tape().record(y, [x, y, from] {
        Strided gradient = x.gradientToAddTo();
        for (Index j = 0; j < y.cols(); ++j)
            if (const Index source = from[std::size_t(j)]; source >= 0)
                gradient.col(source) += y.gradient().col(j);
    });
    return y;
}

} // namespace headlight
