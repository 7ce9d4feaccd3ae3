#include "attention/token_source.h"

#include "attention/forced_cells.h"
#include "attention/softmax.h"
#include "core/exponential.h"
#include "core/product.h"

#include <cassert>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace headlight {

namespace {

constexpr Real unseen = -std::numeric_limits<Real>::infinity();
/// Below this a normaliser has lost digits: that (feature, query) is computed directly.
const Real smallest = std::sqrt(std::numeric_limits<Real>::min());

} // namespace

void logScores(ScoreFunction function, Index width, Eigen::Ref<Matrix> z, Real* slope) {
    // One long row of numbers: column by column each would begin and end with a few numbers outside of vectors.
    assert(z.outerStride() == z.rows());
    using Numbers = Eigen::Array<Real, Eigen::Dynamic, 1>;
    Eigen::Map<Numbers> numbers(z.data(), z.size()), derivative(slope, slope ? z.size() : 0);
    switch (function) {
    case ScoreFunction::Exp:
        if (slope)
            derivative.setOnes();
        break;
    case ScoreFunction::ExpTanh:
        numbers = (numbers / 5).tanh();
        if (slope)
            derivative = 1 - numbers.square();
        numbers *= 5;
        break;
    case ScoreFunction::Sigmoid:
    case ScoreFunction::ScaledSigmoid: {
        const Real factor = function == ScoreFunction::Sigmoid ? Real(1) : 1 / std::sqrt(Real(width));
        // log sigmoid(x) = min(x, 0) − log(1 + e^−|x|), which neither overflows nor loses digits.
        numbers *= factor;
        if (slope)
            derivative = factor * (1 - numbers.logistic());
        numbers = numbers.min(Real(0)) - (-numbers.abs()).unaryExpr(Exponential()).log1p();
        break;
    }
    }
}

namespace {

/// What one op needs in forward and backward; trivially copyable, so that the tape can keep it.
struct TokenSourceStep {
    Var query, key, source, value, result;
    const Layout* layout;
    TokenSourceOptions options;
    MatrixMap normaliser; ///< D, like the result; 0 where nothing is visible, negative where computed directly

    Index width() const { return value.rows() / options.heads; }
    Index dotWidth() const { return query.rows() / options.heads; }
    /// Rows of the stacked normaliser factor: one per feature, or a single row of ones without source2token.
    Index sourceRows() const { return source ? width() : 1; }
    bool dropping() const { return options.tokenDropout.active() || options.sourceDropout.active(); }

    /// One head of one sequence.
    struct Part {
        Index sequence, head, begin, length;
    };
    const HeadMask& mask(const Part& part) const { return options.masks[std::size_t(part.head)]; }
    auto columns(const Var& var, const Part& part, Index first, Index count) const {
        const Index rows = var.rows() / options.heads;
        return var.value().block(part.head * rows, part.begin + first, rows, count);
    }
    RandomKey stream(const Dropout& dropout, const Part& part, Index column) const {
        return dropout.key.with(layout->id(part.sequence)).with(std::uint64_t(part.head)).with(std::uint64_t(column));
    }
    void drop(const Dropout& dropout, const Part& part, Index firstColumn, const MatrixMap& in, MatrixMap& out) const {
        for (Index j = 0; j < in.cols(); ++j)
            if (dropout.active())
                headlight::dropout(stream(dropout, part, firstColumn + j), dropout.keep, in.col(j).data(),
                                   out.col(j).data(), in.rows());
            else
                out.col(j) = in.col(j);
    }

    void sourceFactors(const Part& part, MatrixMap& numerator, MatrixMap& denominator, Real* slope) const;
    void tokenFactors(const Part& part, const QueryTile& tile, MatrixMap& factors, Real* slope) const;
    Real normalise(const Real* norm, Real* out) const;
    void forward(const Part& part);
    void backward(const Part& part) const;
    void directForward(const Part& part, Index feature, Index query_);
    void directBackward(const Part& part, Index feature, Index query_) const;
    Vector directWeights(const Part& part, Index feature, Index query_) const;
    /// Heads write to rows of their own, so any of them may run at once.
    template <class Run>
    void forEachPart(Run run) const {
        result.tape().forEach(layout->sequences() * options.heads, [&](Index number) {
            const Index s = number / options.heads;
            run(Part{s, number % options.heads, layout->begin(s), layout->length(s)});
        });
    }
    void backwardAll() const {
        for (const Var& var : {query, key, source, value})
            if (var)
                var.gradientToAddTo();
        forEachPart([&](const Part& part) { backward(part); });
    }
};

/// E^S with its largest exponent per feature taken out (denominator), and E^X = v ⊙ E^S (numerator).
void TokenSourceStep::sourceFactors(const Part& part, MatrixMap& numerator, MatrixMap& denominator, Real* slope) const {
    const auto v = columns(value, part, 0, part.length);
    if (!source) {
        denominator.setOnes();
        numerator = v;
        return;
    }
    denominator = columns(source, part, 0, part.length);
    logScores(options.source, width(), denominator, slope);
    const Vector top = denominator.rowwise().maxCoeff();
    denominator.colwise() -= top;
    denominator = denominator.array().unaryExpr(Exponential()).matrix();
    drop(options.sourceDropout, part, 0, denominator, numerator);
    for (Index j = 0; j < part.length; ++j)
        forEachVector(width(), [&](auto some) {
            Real* own = numerator.col(j).data();
            store(own, some, load(own, some) * load(v.col(j).data(), some));
        });
}

/// E^R of a tile, [keys × queries], with its largest exponent per query taken out.
void TokenSourceStep::tokenFactors(const Part& part, const QueryTile& tile, MatrixMap& factors, Real* slope) const {
    if (query) {
        setProduct(factors, columns(key, part, tile.key, tile.keys).transpose(),
                   columns(query, part, tile.query, tile.queries));
        factors *= 1 / std::sqrt(Real(dotWidth()));
        logScores(options.token, dotWidth(), factors, slope);
    } else {
        factors.setZero();
    }
    applyMask(mask(part), tile, part.length, factors);
    for (Index j = 0; j < tile.queries; ++j) {
        const Real top = largest(factors.col(j).data(), tile.keys);
        exponentiate(factors.col(j).data(), tile.keys, top == unseen ? -unseen : top);
    }
}

/// Divides one query's sums by its normaliser and returns the least of that. Where it has lost digits, what comes out
/// is 0, if nothing is visible, or to be replaced.
Real TokenSourceStep::normalise(const Real* norm, Real* out) const {
    Lane least = Lane::Constant(-unseen);
    forEachVector(width(), [&](auto part) {
        const Lane by = load(norm, part, -unseen);
        least = least.min(by);
        store(out, part, load(out, part) / by.max(smallest));
    });
    return least.minCoeff();
}

void TokenSourceStep::forward(const Part& part) {
    Tape& tape = result.tape();
    const Index d = width();
    Tape::Scratch numerator(tape, d, part.length), denominator(tape, sourceRows(), part.length); // E^X, E^S
    sourceFactors(part, numerator, denominator, nullptr);
    forEachTile(mask(part), Rectangle::square(part.length), [&](const QueryTile& tile) {
        Strided all = result.value();
        auto out = all.block(part.head * d, part.begin + tile.query, d, tile.queries);
        auto norm = normaliser.block(part.head * d, part.begin + tile.query, d, tile.queries);
        if (tile.keys == 0) {
            out.setZero();
            norm.setZero();
            return;
        }
        Tape::Scratch factors(tape, tile.keys, tile.queries);
        tokenFactors(part, tile, factors, nullptr);
        const auto sums = denominator.middleCols(tile.key, tile.keys);
        if (source)
            setProduct(norm, sums, factors);
        else
            norm.rowwise() = (sums * factors).row(0);
        if (options.tokenDropout.active())
            drop(options.tokenDropout, part, tile.query, factors, factors);
        setProduct(out, numerator.middleCols(tile.key, tile.keys), factors);
        for (Index j = 0; j < tile.queries; ++j) {
            const Mask::Interval seen = mask(part).visibleKeys(tile.query + j, part.length);
            const Real least = normalise(norm.col(j).data(), out.col(j).data());
            if (source && !seen.empty() && least <= smallest)
                for (Index l = 0; l < d; ++l)
                    if (norm(l, j) <= smallest)
                        directForward(part, l, tile.query + j);
        }
    });
}

/// softmax over the visible keys of one (feature, query), by definition; all zero when nothing is visible.
Vector TokenSourceStep::directWeights(const Part& part, Index feature, Index query_) const {
    QueryTile tile;
    tile.query = query_;
    tile.queries = 1;
    tile.keys = part.length;
    Matrix score = Matrix::Zero(part.length, 1);
    if (query) {
        score.noalias() = columns(key, part, 0, part.length).transpose() * columns(query, part, query_, 1) *
                          (1 / std::sqrt(Real(dotWidth())));
        logScores(options.token, dotWidth(), score, nullptr);
    }
    Matrix s = columns(source, part, 0, part.length).row(feature).transpose();
    logScores(options.source, width(), s, nullptr);
    score += s;
    applyMask(mask(part), tile, part.length, score);
    const Real top = score.maxCoeff();
    if (top == unseen)
        return Vector::Zero(part.length);
    Vector weights = (score.col(0).array() - top).exp();
    return weights / weights.sum();
}

// Such a pair gets no dropout: its factors are out of range one by one, and it is rare.
void TokenSourceStep::directForward(const Part& part, Index feature, Index query_) {
    const Vector weights = directWeights(part, feature, query_);
    const Index row = part.head * width() + feature, column = part.begin + query_;
    result.value()(row, column) = columns(value, part, 0, part.length).row(feature).dot(weights.transpose());
    normaliser(row, column) = weights.isZero(0) ? Real(0) : Real(-1);
}

void TokenSourceStep::directBackward(const Part& part, Index feature, Index query_) const {
    const Vector weights = directWeights(part, feature, query_);
    const Index row = part.head * width() + feature, column = part.begin + query_;
    const Real d = result.gradient()(row, column), h = result.value()(row, column);
    const auto v = columns(value, part, 0, part.length);
    const auto scaledKey = 1 / std::sqrt(Real(query ? dotWidth() : 1));
    for (Index i = 0; i < part.length; ++i) {
        if (weights(i) == 0)
            continue;
        const Real dScore = weights(i) * d * (v(feature, i) - h);
        value.gradientToAddTo()(row, part.begin + i) += weights(i) * d;
        Matrix s = columns(source, part, i, 1).row(feature), slope(1, 1);
        logScores(options.source, width(), s, slope.data());
        source.gradientToAddTo()(row, part.begin + i) += dScore * slope(0, 0);
        if (!query)
            continue;
        const auto k = columns(key, part, i, 1), q = columns(query, part, query_, 1);
        Matrix r = k.transpose() * q * scaledKey;
        logScores(options.token, dotWidth(), r, slope.data());
        const Real dDot = dScore * slope(0, 0) * scaledKey;
        query.gradientToAddTo().block(part.head * dotWidth(), column, dotWidth(), 1) += dDot * k;
        key.gradientToAddTo().block(part.head * dotWidth(), part.begin + i, dotWidth(), 1) += dDot * q;
    }
}

void TokenSourceStep::backward(const Part& part) const {
    Tape& tape = result.tape();
    const Index d = width(), rows = d + sourceRows();
    Tape::Scratch stacked(tape, rows, part.length), dStacked(tape, rows, part.length);
    Tape::Scratch sourceSlope(tape, source ? d : 0, part.length), denominator(tape, sourceRows(), part.length);
    {
        Tape::Scratch numerator(tape, d, part.length);
        sourceFactors(part, numerator, denominator, source ? sourceSlope.data() : nullptr);
        stacked.topRows(d) = numerator;
        stacked.bottomRows(sourceRows()) = denominator;
    }
    dStacked.setZero();
    forEachTile(mask(part), Rectangle::square(part.length), [&](const QueryTile& tile) {
        if (tile.keys == 0)
            return;
        Tape::Scratch factors(tape, tile.keys, tile.queries), slope(tape, query ? tile.keys : 0, tile.queries);
        tokenFactors(part, tile, factors, query ? slope.data() : nullptr);
        Tape::Scratch dSums(tape, rows, tile.queries); // [dN; dD]
        for (Index j = 0; j < tile.queries; ++j) {
            const Index column = part.begin + tile.query + j;
            const auto dOut = result.gradient().col(column).segment(part.head * d, d).array();
            const auto out = result.value().col(column).segment(part.head * d, d).array();
            const auto norm = normaliser.col(column).segment(part.head * d, d).array();
            dSums.col(j).head(d) = (norm > 0).select(dOut / norm, Real(0));
            if (source)
                dSums.col(j).tail(d) = -(dSums.col(j).head(d).array() * out);
            else
                dSums(d, j) = -(dSums.col(j).head(d).array() * out).sum();
            if (norm.minCoeff() < 0)
                for (Index l = 0; l < d; ++l)
                    if (norm(l) < 0)
                        directBackward(part, l, tile.query + j);
        }
        auto keys = stacked.middleCols(tile.key, tile.keys);
        auto dKeys = dStacked.middleCols(tile.key, tile.keys);
        Tape::Scratch dFactors(tape, query ? tile.keys : 0, tile.queries);
        if (options.tokenDropout.active()) {
            addProduct(dKeys.bottomRows(sourceRows()), dSums.bottomRows(sourceRows()), factors.transpose());
            Tape::Scratch kept(tape, tile.keys, tile.queries);
            drop(options.tokenDropout, part, tile.query, factors, kept);
            addProduct(dKeys.topRows(d), dSums.topRows(d), kept.transpose());
            if (query) {
                setProduct(dFactors, keys.topRows(d).transpose(), dSums.topRows(d));
                drop(options.tokenDropout, part, tile.query, dFactors, dFactors);
                addProduct(dFactors, keys.bottomRows(sourceRows()).transpose(), dSums.bottomRows(sourceRows()));
            }
        } else {
            addProduct(dKeys, dSums, factors.transpose());
            if (query)
                setProduct(dFactors, keys.transpose(), dSums);
        }
        if (!query)
            return;
        dFactors.array() *= factors.array() * slope.array() * (1 / std::sqrt(Real(dotWidth())));
        const Index first = part.head * dotWidth();
        addProduct(query.gradientToAddTo().block(first, part.begin + tile.query, dotWidth(), tile.queries),
                   columns(key, part, tile.key, tile.keys), dFactors);
        addProduct(key.gradientToAddTo().block(first, part.begin + tile.key, dotWidth(), tile.keys),
                   columns(query, part, tile.query, tile.queries), dFactors.transpose());
    });
    // E^X = v ⊙ drop(E^S) and E^S back to v and S.
    auto dValue = value.gradientToAddTo().block(part.head * d, part.begin, d, part.length);
    if (!source) {
        dValue += dStacked.topRows(d);
        return;
    }
    Tape::Scratch kept(tape, d, part.length), dSource(tape, d, part.length);
    drop(options.sourceDropout, part, 0, denominator, kept);
    dValue.array() += dStacked.topRows(d).array() * kept.array();
    dSource = dStacked.topRows(d).cwiseProduct(columns(value, part, 0, part.length));
    drop(options.sourceDropout, part, 0, dSource, dSource);
    dSource += dStacked.bottomRows(d);
    dSource.array() *= denominator.array() * sourceSlope.array();
    source.gradientToAddTo().block(part.head * d, part.begin, d, part.length) += dSource;
}

} // namespace

void checkTokenSource(Var query, Var key, Var source, Var value, const Layout& layout,
                      const TokenSourceOptions& options) {
    const bool dot = bool(query) && bool(key);
    if (bool(query) != bool(key) || (dot && (query.rows() != key.rows() || query.rows() % options.heads != 0)) ||
        (source && source.rows() != value.rows()) || value.rows() % options.heads != 0 ||
        value.cols() != layout.tokens() || Index(options.masks.size()) != options.heads)
        throw std::invalid_argument(
            "tokenSourceAttention: expected query and key of equal width, source like value, rows "
            "divisible by " +
            std::to_string(options.heads) + " heads, a mask per head and " + std::to_string(layout.tokens()) +
            " tokens");
}

Var tokenSourceAttention(Var query, Var key, Var source, Var value, const Layout& layout,
                         const TokenSourceOptions& options) {
    checkTokenSource(query, key, source, value, layout, options);
    Tape& tape = value.tape();
    const Var result = tape.make(value.rows(), value.cols(), value.needsGradient());
    const Tape::AttentionMemory attention(tape);
    TokenSourceStep step{query, key, source, value, result, &layout, options, tape.keep(value.rows(), value.cols())};
    step.forEachPart([&](const TokenSourceStep::Part& part) { step.forward(part); });
    putForced(result, value, layout, options.masks);
    tape.record(step.result, [step] { step.backwardAll(); });
    return step.result;
}

} // namespace headlight
