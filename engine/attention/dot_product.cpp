#include "attention/dot_product.h"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace headlight {

namespace {

/// One head of one sequence: views on its part of every array.
struct DotProductStep {
    Var query, key, value, result;
    const Layout* layout;
    Index heads;
    HeadMasks masks;
    Dropout dropout;
    MatrixMap logSum; ///< [heads × tokens], log Σ exp of the masked scores; +infinity where nothing is visible

    Index width() const { return query.rows() / heads; }
    Index valueWidth() const { return value.rows() / heads; }
    Real factor() const { return 1 / std::sqrt(Real(width())); }
    auto part(const Strided& all, Index head, Index rows, Index column, Index columns) const {
        return all.block(head * rows, column, rows, columns);
    }
    RandomKey stream(Index sequence, Index head, Index query_) const {
        return dropout.key.with(layout->id(sequence)).with(std::uint64_t(head)).with(std::uint64_t(query_));
    }

    void scores(Index sequence, Index head, const QueryTile& tile, MatrixMap& s) const;
    void forward(Index sequence, Index head);
    void backward(Index sequence, Index head) const;
};

void DotProductStep::scores(Index sequence, Index head, const QueryTile& tile, MatrixMap& s) const {
    const Index begin = layout->begin(sequence);
    const auto k = part(key.value(), head, width(), begin + tile.key, tile.keys);
    const auto q = part(query.value(), head, width(), begin + tile.query, tile.queries);
    s.noalias() = k.transpose() * q * factor();
    applyMask(masks[std::size_t(head)], tile, layout->length(sequence), s);
}

void DotProductStep::forward(Index sequence, Index head) {
    const Index begin = layout->begin(sequence);
    forEachTile(masks[std::size_t(head)], layout->length(sequence), [&](const QueryTile& tile) {
        Strided all = result.value();
        auto out = all.block(head * valueWidth(), begin + tile.query, valueWidth(), tile.queries);
        if (tile.keys == 0) {
            out.setZero();
            logSum.row(head)
                .segment(begin + tile.query, tile.queries)
                .setConstant(std::numeric_limits<Real>::infinity());
            return;
        }
        Tape::Scratch p(result.tape(), tile.keys, tile.queries);
        scores(sequence, head, tile, p);
        for (Index j = 0; j < tile.queries; ++j) {
            const Real top = p.col(j).maxCoeff();
            Real& log = logSum(head, begin + tile.query + j);
            if (top == -std::numeric_limits<Real>::infinity()) {
                p.col(j).setZero();
                log = std::numeric_limits<Real>::infinity();
                continue;
            }
            p.col(j) = (p.col(j).array() - top).exp();
            const Real sum = p.col(j).sum();
            p.col(j) /= sum;
            log = top + std::log(sum);
            if (dropout.active())
                headlight::dropout(stream(sequence, head, tile.query + j), dropout.keep, p.col(j).data(),
                                   p.col(j).data(), tile.keys);
        }
        out.noalias() = part(value.value(), head, valueWidth(), begin + tile.key, tile.keys) * p;
    });
}

void DotProductStep::backward(Index sequence, Index head) const {
    const Index begin = layout->begin(sequence);
    Strided dQuery = query.gradientToAddTo(), dKey = key.gradientToAddTo(), dValue = value.gradientToAddTo();
    forEachTile(masks[std::size_t(head)], layout->length(sequence), [&](const QueryTile& tile) {
        if (tile.keys == 0)
            return;
        const Index firstKey = begin + tile.key, firstQuery = begin + tile.query;
        Tape::Scratch p(result.tape(), tile.keys, tile.queries), d(result.tape(), tile.keys, tile.queries);
        scores(sequence, head, tile, p);
        const auto out = part(result.value(), head, valueWidth(), firstQuery, tile.queries);
        const auto dOut = part(result.gradient(), head, valueWidth(), firstQuery, tile.queries);
        d.noalias() = part(value.value(), head, valueWidth(), firstKey, tile.keys).transpose() * dOut;
        Tape::Scratch kept(result.tape(), dropout.active() ? tile.keys : 0, tile.queries);
        for (Index j = 0; j < tile.queries; ++j) {
            p.col(j) = (p.col(j).array() - logSum(head, firstQuery + j)).exp();
            if (dropout.active()) {
                const RandomKey key_ = stream(sequence, head, tile.query + j);
                headlight::dropout(key_, dropout.keep, p.col(j).data(), kept.col(j).data(), tile.keys);
                headlight::dropout(key_, dropout.keep, d.col(j).data(), d.col(j).data(), tile.keys);
            }
        }
        if (dropout.active())
            dValue.block(head * valueWidth(), firstKey, valueWidth(), tile.keys).noalias() += dOut * kept.transpose();
        else
            dValue.block(head * valueWidth(), firstKey, valueWidth(), tile.keys).noalias() += dOut * p.transpose();
        for (Index j = 0; j < tile.queries; ++j) {
            const Real mean = out.col(j).dot(dOut.col(j)); // Σ_i p_ij dp_ij
            d.col(j).array() = p.col(j).array() * (d.col(j).array() - mean) * factor();
        }
        dQuery.block(head * width(), firstQuery, width(), tile.queries).noalias() +=
            part(key.value(), head, width(), firstKey, tile.keys) * d;
        dKey.block(head * width(), firstKey, width(), tile.keys).noalias() +=
            part(query.value(), head, width(), firstQuery, tile.queries) * d.transpose();
    });
}

} // namespace

Var dotProductAttention(Var query, Var key, Var value, const Layout& layout, const DotProductOptions& options) {
    if (query.rows() != key.rows() || query.rows() % options.heads != 0 || value.rows() % options.heads != 0 ||
        Index(options.masks.size()) != options.heads || query.cols() != layout.tokens() ||
        key.cols() != layout.tokens() || value.cols() != layout.tokens())
        throw std::invalid_argument("dotProductAttention: expected query and key of equal width, rows divisible by " +
                                    std::to_string(options.heads) + " heads, a mask per head and " +
                                    std::to_string(layout.tokens()) + " tokens");
    Tape& tape = query.tape();
    const bool needed = query.needsGradient() || key.needsGradient() || value.needsGradient();
    DotProductStep step{query,
                        key,
                        value,
                        tape.make(value.rows(), value.cols(), needed),
                        &layout,
                        options.heads,
                        options.masks,
                        options.weightDropout,
                        tape.arena().matrix(options.heads, layout.tokens())};
    for (Index s = 0; s < layout.sequences(); ++s)
        for (Index head = 0; head < options.heads; ++head)
            step.forward(s, head);
    tape.record(step.result, [step] {
        for (Index s = 0; s < step.layout->sequences(); ++s)
            for (Index head = 0; head < step.heads; ++head)
                step.backward(s, head);
    });
    return step.result;
}

} // namespace headlight
