#include "attention/token_source.h"

#include "attention/forced_cells.h"

#include <cmath>
#include <limits>

namespace headlight {

namespace {

/// One head of one sequence, with its whole weight tensor: what Algorithm 1 avoids.
struct ReferenceHead {
    Var query, key, source, value, result;
    const TokenSourceOptions* options;
    const HeadMask* mask;
    Index head, begin, length;
    RandomKey tokenStream, sourceStream; ///< of the dropout
    Real* weights;                       ///< [d × keys × queries]

    Index width() const { return value.rows() / options->heads; }
    Index dotWidth() const { return query.rows() / options->heads; }
    MatrixMap weightsOf(Index j) const { return MatrixMap(weights + j * width() * length, width(), length); }
    auto columns(const Var& var) const {
        const Index rows = var.rows() / options->heads;
        return var.value().block(head * rows, begin, rows, length);
    }
    /// σ_t(R) [keys × queries] and σ_s(S) [d × keys], with derivatives.
    void scores(Matrix& token, Matrix& tokenSlope, Matrix& sourceScore, Matrix& sourceSlope) const;
    /// What dropout makes of ones, [keys × queries] and [d × keys]: the patterns of the fused form.
    Matrix keptPairs() const;
    Matrix keptSource() const;
    void forward() const;
    void backward() const;
};

void ReferenceHead::scores(Matrix& token, Matrix& tokenSlope, Matrix& sourceScore, Matrix& sourceSlope) const {
    token = Matrix::Zero(length, length);
    tokenSlope = Matrix::Zero(length, length);
    if (query) {
        token = columns(key).transpose() * columns(query) / std::sqrt(Real(dotWidth()));
        logScores(options->token, dotWidth(), token, tokenSlope.data());
    }
    sourceScore = Matrix::Zero(width(), length);
    sourceSlope = Matrix::Zero(width(), length);
    if (source) {
        sourceScore = columns(source);
        logScores(options->source, width(), sourceScore, sourceSlope.data());
    }
}

/// Drawn tile by tile, since the stream of a query begins at the first key of its tile.
Matrix ReferenceHead::keptPairs() const {
    Matrix kept = Matrix::Ones(length, length);
    const Dropout& dropout = options->tokenDropout;
    if (dropout.active())
        forEachTile(*mask, Rectangle::square(length), [&](const QueryTile& tile) {
            for (Index j = tile.query; j < tile.query + tile.queries; ++j) {
                Real* own = kept.col(j).data() + tile.key;
                headlight::dropout(tokenStream.with(std::uint64_t(j)), dropout.keep, own, own, tile.keys);
            }
        });
    return kept;
}

Matrix ReferenceHead::keptSource() const {
    Matrix kept = Matrix::Ones(width(), length);
    const Dropout& dropout = options->sourceDropout;
    if (source && dropout.active())
        for (Index i = 0; i < length; ++i)
            headlight::dropout(sourceStream.with(std::uint64_t(i)), dropout.keep, kept.col(i).data(),
                               kept.col(i).data(), width());
    return kept;
}

void ReferenceHead::forward() const {
    constexpr Real hidden = -std::numeric_limits<Real>::infinity();
    Matrix token, tokenSlope, sourceScore, sourceSlope;
    scores(token, tokenSlope, sourceScore, sourceSlope);
    const Matrix pairs = keptPairs(), v = columns(value).cwiseProduct(keptSource());
    Strided all = result.value();
    for (Index j = 0; j < length; ++j) {
        result.tape().check();
        MatrixMap p = weightsOf(j);
        for (Index i = 0; i < length; ++i)
            p.col(i) = sourceScore.col(i).array() + token(i, j) + mask->bias(i, j);
        for (Index l = 0; l < width(); ++l) {
            const Real top = p.row(l).maxCoeff();
            if (top == hidden) {
                p.row(l).setZero();
                continue;
            }
            p.row(l) = (p.row(l).array() - top).exp();
            p.row(l) /= p.row(l).sum();
        }
        all.block(head * width(), begin + j, width(), 1) = p.cwiseProduct(v) * pairs.col(j);
    }
}

void ReferenceHead::backward() const {
    Matrix token, tokenSlope, sourceScore, sourceSlope;
    scores(token, tokenSlope, sourceScore, sourceSlope);
    const Matrix pairs = keptPairs(), sources = keptSource();
    const Index row = head * width();
    Matrix dToken = Matrix::Zero(length, length), dSource = Matrix::Zero(width(), length);
    auto dValue = value.gradientToAddTo().block(row, begin, width(), length);
    for (Index j = 0; j < length; ++j) {
        result.tape().check();
        const MatrixMap p = weightsOf(j);
        const Vector d = result.gradient().block(row, begin + j, width(), 1);
        const Vector h = result.value().block(row, begin + j, width(), 1);
        for (Index i = 0; i < length; ++i) {
            const Vector pd = p.col(i).cwiseProduct(d), kept = pairs(i, j) * sources.col(i);
            dValue.col(i) += pd.cwiseProduct(kept);
            const Vector dScore = pd.cwiseProduct(kept.cwiseProduct(columns(value).col(i)) - h);
            dSource.col(i) += dScore;
            dToken(i, j) = dScore.sum();
        }
    }
    if (source)
        source.gradientToAddTo().block(row, begin, width(), length) += dSource.cwiseProduct(sourceSlope);
    if (!query)
        return;
    dToken = dToken.cwiseProduct(tokenSlope) / std::sqrt(Real(dotWidth()));
    query.gradientToAddTo().block(head * dotWidth(), begin, dotWidth(), length) += columns(key) * dToken;
    key.gradientToAddTo().block(head * dotWidth(), begin, dotWidth(), length) += columns(query) * dToken.transpose();
}

} // namespace

Var tokenSourceAttentionReference(Var query, Var key, Var source, Var value, const Layout& layout,
                                  const TokenSourceOptions& options) {
    checkTokenSource(query, key, source, value, layout, options);
    Tape& tape = value.tape();
    Var result = tape.make(value.rows(), value.cols(), value.needsGradient());
    const Tape::AttentionMemory attention(tape);
    const TokenSourceOptions* kept = tape.arena().emplace(TokenSourceOptions(options));
    for (Index s = 0; s < layout.sequences(); ++s)
        for (Index head = 0; head < options.heads; ++head) {
            const Index n = layout.length(s), d = value.rows() / options.heads;
            const auto stream = [&](const Dropout& dropout) {
                return dropout.key.with(layout.id(s)).with(std::uint64_t(head));
            };
            const ReferenceHead part{query,
                                     key,
                                     source,
                                     value,
                                     result,
                                     kept,
                                     &options.masks[std::size_t(head)],
                                     head,
                                     layout.begin(s),
                                     n,
                                     stream(options.tokenDropout),
                                     stream(options.sourceDropout),
                                     tape.keep(d * n, n).data()};
            part.forward();
            tape.record(result, [part] { part.backward(); });
        }
    putForced(result, value, layout, options.masks);
    return result;
}

} // namespace headlight
