#include "autodiff/ops_sequence.h"

#include "core/exponential.h"
#include "core/product.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace headlight {

namespace {

/// Softmax over the columns of `score`, row by row, into `weight`.
template <class Scores>
void softmaxOverColumns(const Scores& score, MatrixMap& weight) {
    const Vector top = score.rowwise().maxCoeff();
    Vector sum = Vector::Zero(score.rows());
    for (Index j = 0; j < score.cols(); ++j) {
        weight.col(j) = (score.col(j) - top).array().unaryExpr(Exponential());
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
    const Tape::AttentionMemory attention(tape);
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
    const Tape::AttentionMemory attention(tape);
    for (Index s = 0; s < layout.sequences(); ++s) {
        const Index begin = layout.begin(s), n = layout.length(s);
        Tape::Scratch weight(tape, heads, n);
        softmaxOverColumns(score.value().middleCols(begin, n), weight);
        setProduct(MatrixMap(y.value().col(s).data(), d, heads), x.value().middleCols(begin, n), weight.transpose());
    }
    tape.record(y, [score, x, y, d, heads, &tape, sequences = &layout] {
        Tape::Scratch dScore(tape, heads, x.cols()), dX(tape, d, x.cols());
        for (Index s = 0; s < sequences->sequences(); ++s) {
            const Index begin = sequences->begin(s), n = sequences->length(s);
            Tape::Scratch weight(tape, heads, n);
            softmaxOverColumns(score.value().middleCols(begin, n), weight);
            const MatrixMap dY(y.gradient().col(s).data(), d, heads);
            setProduct(dX.middleCols(begin, n), dY, weight);
            auto own = dScore.middleCols(begin, n);
            setProduct(own, dY.transpose(), x.value().middleCols(begin, n)); // of the weights
            const Vector mean = own.cwiseProduct(weight).rowwise().sum();
            own = weight.cwiseProduct(own.colwise() - mean);
        }
        x.addGradient(dX);
        score.addGradient(dScore);
    });
    return y;
}

/// A Aᵀ − I of weights [heads × tokens].
static void overlapOf(const MatrixMap& weight, MatrixMap& overlap) {
    overlap.noalias() = weight * weight.transpose();
    overlap.diagonal().array() -= 1;
}

Var headOverlap(Var score, const Layout& layout) {
    if (score.cols() != layout.tokens())
        throw std::invalid_argument("headOverlap: expected scores of the layout's " + std::to_string(layout.tokens()) +
                                    " tokens");
    Tape& tape = score.tape();
    const Index heads = score.rows();
    Var y = tape.make(1, 1, score.needsGradient());
    Tape::Scratch overlap(tape, heads, heads);
    Real sum = 0;
    for (Index s = 0; s < layout.sequences(); ++s) {
        Tape::Scratch weight(tape, heads, layout.length(s));
        softmaxOverColumns(score.value().middleCols(layout.begin(s), layout.length(s)), weight);
        overlapOf(weight, overlap);
        sum += overlap.squaredNorm();
    }
    y.value()(0, 0) = sum;
    tape.record(y, [score, y, heads, &tape, sequences = &layout] {
        Strided gradient = score.gradientToAddTo();
        Tape::Scratch between(tape, heads, heads);
        for (Index s = 0; s < sequences->sequences(); ++s) {
            const Index begin = sequences->begin(s), n = sequences->length(s);
            Tape::Scratch weight(tape, heads, n), dWeight(tape, heads, n);
            softmaxOverColumns(score.value().middleCols(begin, n), weight);
            overlapOf(weight, between);
            dWeight.noalias() = (4 * y.gradient()(0, 0)) * between * weight;
            const Vector mean = dWeight.cwiseProduct(weight).rowwise().sum();
            gradient.middleCols(begin, n) += weight.cwiseProduct(dWeight.colwise() - mean);
        }
    });
    return y;
}

/// The columns of [features × heads] as unit vectors, zeros where there is nothing; their mean.
static Vector unitHeads(const ConstMatrixMap& found, MatrixMap& unit) {
    for (Index head = 0; head < found.cols(); ++head) {
        const Real length = found.col(head).norm();
        if (length > 0)
            unit.col(head) = found.col(head) / length;
        else
            unit.col(head).setZero();
    }
    return unit.rowwise().mean();
}

Var headSimilarity(Var pooled, Index heads) {
    if (heads < 1 || pooled.rows() % heads != 0)
        throw std::invalid_argument("headSimilarity: expected rows of " + std::to_string(heads) + " heads, got " +
                                    std::to_string(pooled.rows()));
    Tape& tape = pooled.tape();
    const Index d = pooled.rows() / heads;
    Var y = tape.make(1, 1, pooled.needsGradient());
    Tape::Scratch unit(tape, d, heads);
    y.value()(0, 0) = 0; // the mean of all cosines is the squared length of the mean unit vector
    for (Index s = 0; s < pooled.cols(); ++s)
        y.value()(0, 0) += unitHeads(ConstMatrixMap(pooled.value().col(s).data(), d, heads), unit).squaredNorm();
    tape.record(y, [pooled, y, d, heads, &tape] {
        Strided gradient = pooled.gradientToAddTo();
        Tape::Scratch own(tape, d, heads);
        for (Index s = 0; s < pooled.cols(); ++s) {
            const ConstMatrixMap found(pooled.value().col(s).data(), d, heads);
            const Vector dUnit = unitHeads(found, own) * (2 * y.gradient()(0, 0) / Real(heads));
            for (Index head = 0; head < heads; ++head)
                if (const Real length = found.col(head).norm(); length > 0)
                    gradient.col(s).segment(head * d, d) += (dUnit - own.col(head) * own.col(head).dot(dUnit)) / length;
        }
    });
    return y;
}

Var poolEachHead(Var score, Var x, const Layout& layout) {
    if (score.cols() != x.cols() || x.cols() != layout.tokens() || x.rows() % score.rows() != 0)
        throw std::invalid_argument("poolEachHead: expected scores and values of the layout's " +
                                    std::to_string(layout.tokens()) + " tokens, the heads' features of equal number");
    Tape& tape = x.tape();
    const Index heads = score.rows(), d = x.rows() / heads;
    // One column as [d × heads], so that a head's weight scales a column of it.
    const auto byHead = [d, heads](Real* column) { return MatrixMap(column, d, heads); };
    Var y = tape.make(x.rows(), layout.sequences(), score.needsGradient() || x.needsGradient());
    const Tape::AttentionMemory attention(tape);
    for (Index s = 0; s < layout.sequences(); ++s) {
        const Index begin = layout.begin(s), n = layout.length(s);
        Tape::Scratch weight(tape, heads, n);
        softmaxOverColumns(score.value().middleCols(begin, n), weight);
        MatrixMap pooled = byHead(y.value().col(s).data());
        pooled.setZero();
        for (Index j = 0; j < n; ++j)
            pooled += byHead(x.value().col(begin + j).data()) * weight.col(j).asDiagonal();
    }
    tape.record(y, [score, x, y, heads, byHead, &tape, sequences = &layout] {
        Tape::Scratch dScore(tape, heads, x.cols()), dX(tape, x.rows(), x.cols());
        for (Index s = 0; s < sequences->sequences(); ++s) {
            const Index begin = sequences->begin(s), n = sequences->length(s);
            Tape::Scratch weight(tape, heads, n);
            softmaxOverColumns(score.value().middleCols(begin, n), weight);
            const MatrixMap pooled = byHead(y.value().col(s).data()), dPooled = byHead(y.gradient().col(s).data());
            for (Index j = 0; j < n; ++j) {
                const MatrixMap own = byHead(x.value().col(begin + j).data());
                byHead(dX.col(begin + j).data()) = dPooled * weight.col(j).asDiagonal();
                dScore.col(begin + j) =
                    weight.col(j).cwiseProduct((own - pooled).cwiseProduct(dPooled).colwise().sum().transpose());
            }
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

Var repeatOverTokens(Var x, const Layout& layout) {
    if (x.cols() != layout.sequences())
        throw std::invalid_argument("repeatOverTokens: expected a value of the layout's " +
                                    std::to_string(layout.sequences()) + " sequences, got " + std::to_string(x.cols()));
    Var y = x.tape().make(x.rows(), layout.tokens(), x.needsGradient());
    for (Index s = 0; s < layout.sequences(); ++s)
        y.value().middleCols(layout.begin(s), layout.length(s)).colwise() = x.value().col(s);
    x.tape().record(y, [x, y, sequences = &layout] {
        Strided gradient = x.gradientToAddTo();
        for (Index s = 0; s < sequences->sequences(); ++s)
            gradient.col(s) += y.gradient().middleCols(sequences->begin(s), sequences->length(s)).rowwise().sum();
    });
    return y;
}

Var scaleByLength(Var x, const Layout& layout, Real shift, Real factor, Real offset) {
    checkTokens("scaleByLength", x, layout);
    Var y = x.tape().make(x.rows(), x.cols(), x.needsGradient());
    for (Index s = 0; s < layout.sequences(); ++s)
        y.value().middleCols(layout.begin(s), layout.length(s)).array() =
            factor * (Real(layout.length(s)) + shift) *
                x.value().middleCols(layout.begin(s), layout.length(s)).array() +
            offset;
    x.tape().record(y, [x, y, shift, factor, sequences = &layout] {
        Strided gradient = x.gradientToAddTo();
        for (Index s = 0; s < sequences->sequences(); ++s)
            gradient.middleCols(sequences->begin(s), sequences->length(s)) +=
                factor * (Real(sequences->length(s)) + shift) *
                y.gradient().middleCols(sequences->begin(s), sequences->length(s));
    });
    return y;
}

Var addByPosition(Var x, Var code, const Layout& layout) {
    checkTokens("addByPosition", x, layout);
    if (code.rows() != x.rows() || code.cols() < 1)
        throw std::invalid_argument("addByPosition: expected positions of " + std::to_string(x.rows()) + " rows, got " +
                                    std::to_string(code.rows()));
    Var y = x.tape().make(x.rows(), x.cols(), x.needsGradient() || code.needsGradient());
    // Calls run(first column of a sequence, its code, columns with a code of their own, columns that share the last).
    const auto forEach = [last = code.cols() - 1](const Layout& sequences, auto run) {
        for (Index s = 0; s < sequences.sequences(); ++s) {
            const Index first = std::min(sequences.position(s), last),
                        own = std::min(sequences.length(s), last - first);
            run(sequences.begin(s), first, own, sequences.length(s) - own);
        }
    };
    forEach(layout, [&](Index begin, Index first, Index own, Index shared) {
        y.value().middleCols(begin, own) = x.value().middleCols(begin, own) + code.value().middleCols(first, own);
        y.value().middleCols(begin + own, shared) =
            x.value().middleCols(begin + own, shared).colwise() + Vector(code.value().col(code.cols() - 1));
    });
    x.tape().record(y, [x, y, code, forEach, sequences = &layout] {
        x.addGradient(y.gradient());
        if (!code.needsGradient())
            return;
        Strided gradient = code.gradientToAddTo();
        forEach(*sequences, [&](Index begin, Index first, Index own, Index shared) {
            gradient.middleCols(first, own) += y.gradient().middleCols(begin, own);
            if (shared > 0)
                gradient.col(code.cols() - 1) += y.gradient().middleCols(begin + own, shared).rowwise().sum();
        });
    });
    return y;
}

Var addByPositionInSize(Var x, Var code, const Layout& layout) {
    checkTokens("addByPositionInSize", x, layout);
    if (code.rows() != x.rows() || code.cols() < layout.positions() || code.needsGradient())
        throw std::invalid_argument("addByPositionInSize: expected constant positions, " + std::to_string(x.rows()) +
                                    " × " + std::to_string(layout.positions()) + " at least, got " +
                                    std::to_string(code.rows()) + " × " + std::to_string(code.cols()));
    Var y = x.tape().make(x.rows(), x.cols(), x.needsGradient());
    const auto forEach = [](const Layout& sequences, auto run) {
        for (Index s = 0; s < sequences.sequences(); ++s)
            for (Index place = 0; place < sequences.length(s); ++place)
                run(sequences.begin(s) + place, sequences.position(s) + place);
    };
    forEach(layout, [&](Index t, Index place) {
        const auto own = x.value().col(t), c = code.value().col(place);
        y.value().col(t) = own + own.norm() / c.norm() * c;
    });
    x.tape().record(y, [x, y, code, forEach, sequences = &layout] {
        Strided gradient = x.gradientToAddTo();
        forEach(*sequences, [&](Index t, Index place) {
            const auto own = x.value().col(t), c = code.value().col(place), dy = y.gradient().col(t);
            gradient.col(t) += dy;
            if (const Real size = own.norm(); size > 0) // at 0 the size has no gradient
                gradient.col(t) += c.dot(dy) / (c.norm() * size) * own;
        });
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

Var columnPerSequence(Var x, const Layout& layout) {
    if (x.rows() != 1 || x.cols() != layout.tokens())
        throw std::invalid_argument("columnPerSequence: expected a number for each of the layout's " +
                                    std::to_string(layout.tokens()) + " tokens");
    Var y = x.tape().make(layout.longest(), layout.sequences(), x.needsGradient());
    y.value().setConstant(-std::numeric_limits<Real>::infinity());
    for (Index s = 0; s < layout.sequences(); ++s)
        y.value().col(s).head(layout.length(s)) = x.value().row(0).segment(layout.begin(s), layout.length(s));
    x.tape().record(y, [x, y, sequences = &layout] {
        Strided gradient = x.gradientToAddTo();
        for (Index s = 0; s < sequences->sequences(); ++s)
            gradient.row(0).segment(sequences->begin(s), sequences->length(s)) +=
                y.gradient().col(s).head(sequences->length(s)).transpose();
    });
    return y;
}

} // namespace headlight
