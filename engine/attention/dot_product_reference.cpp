#include "attention/dot_product.h"

#include "attention/forced_cells.h"

#include <cmath>
#include <stdexcept>

namespace headlight {

namespace {

/// One head of one sequence with all its weights, [neighbours·keys × queries]: what the streaming form avoids.
struct ReferencePart {
    Var query, key, value, result;
    Index heads, head;
    Rectangle pairs;
    HeadArea area;
    const HeadMask* mask;
    Dropout dropout;
    RandomKey stream;
    MatrixMap weights;

    /// A head's rows of one sequence.
    auto ofQueries(Strided all) const {
        const Index rows = all.rows() / heads;
        return all.block(head * rows, pairs.queryBegin, rows, pairs.queries);
    }
    auto ofKeys(Strided all, Index ofHead) const {
        const Index rows = all.rows() / heads;
        return all.block(ofHead * rows, pairs.keyBegin, rows, pairs.keys);
    }
    Real factor() const {
        const Index rows = query.rows() / heads;
        return 1 / std::sqrt(Real(rows));
    }
    Matrix kept(Matrix numbers) const;

    void forward();
    void backward() const;
};

/// After dropout, the same pattern for weights and for their gradients. It is that of the streaming form, which draws
/// for the keys of a query's tile, of all neighbours: the others are hidden.
Matrix ReferencePart::kept(Matrix numbers) const {
    if (!dropout.active())
        return numbers;
    const Index neighbours = area.count(head, heads);
    forEachTile(*mask, pairs, [&](const QueryTile& tile) {
        Matrix seen(tile.keys, neighbours);
        for (Index j = tile.query; j < tile.query + tile.queries; ++j) {
            Eigen::Map<Matrix> all(numbers.col(j).data(), pairs.keys, neighbours);
            seen = all.middleRows(tile.key, tile.keys);
            headlight::dropout(stream.with(std::uint64_t(j)), dropout.keep, seen.data(), seen.data(), seen.size());
            all.middleRows(tile.key, tile.keys) = seen;
        }
    });
    return numbers;
}

void ReferencePart::forward() {
    constexpr Real hidden = -std::numeric_limits<Real>::infinity();
    for (Index number = 0; number < area.count(head, heads); ++number) {
        auto own = weights.middleRows(number * pairs.keys, pairs.keys);
        own = ofKeys(key.value(), area.neighbour(head, heads, number).key).transpose() * ofQueries(query.value()) *
              factor();
        for (Index j = 0; j < pairs.queries; ++j)
            for (Index i = 0; i < pairs.keys; ++i)
                own(i, j) += mask->bias(i, pairs.offset + j);
    }
    for (Index j = 0; j < pairs.queries; ++j) {
        const Real top = weights.col(j).maxCoeff();
        if (top == hidden) {
            weights.col(j).setZero();
            continue;
        }
        weights.col(j) = (weights.col(j).array() - top).exp();
        weights.col(j) /= weights.col(j).sum();
    }
    const Matrix p = kept(weights);
    auto out = ofQueries(result.value());
    out.setZero();
    for (Index number = 0; number < area.count(head, heads); ++number)
        out += ofKeys(value.value(), area.neighbour(head, heads, number).value) *
               p.middleRows(number * pairs.keys, pairs.keys);
}

void ReferencePart::backward() const {
    const Matrix dOut = ofQueries(result.gradient()), p = kept(weights);
    Matrix dWeights(weights.rows(), pairs.queries);
    for (Index number = 0; number < area.count(head, heads); ++number) {
        const Index other = area.neighbour(head, heads, number).value;
        dWeights.middleRows(number * pairs.keys, pairs.keys) = ofKeys(value.value(), other).transpose() * dOut;
        ofKeys(value.gradientToAddTo(), other) += dOut * p.middleRows(number * pairs.keys, pairs.keys).transpose();
    }
    dWeights = kept(std::move(dWeights));
    Matrix dScore(weights.rows(), pairs.queries);
    for (Index j = 0; j < pairs.queries; ++j)
        dScore.col(j) =
            weights.col(j).array() * (dWeights.col(j).array() - weights.col(j).dot(dWeights.col(j))) * factor();
    for (Index number = 0; number < area.count(head, heads); ++number) {
        const Index other = area.neighbour(head, heads, number).key;
        const auto own = dScore.middleRows(number * pairs.keys, pairs.keys);
        ofQueries(query.gradientToAddTo()) += ofKeys(key.value(), other) * own;
        ofKeys(key.gradientToAddTo(), other) += ofQueries(query.value()) * own.transpose();
    }
}

} // namespace

Var dotProductAttentionReference(Var query, Var key, Var value, const AttentionLayouts& layouts,
                                 const DotProductOptions& options) {
    checkDotProduct(query, key, value, layouts, options);
    if (options.gaussian.deviation || options.relative.key)
        throw std::invalid_argument("dotProductAttentionReference: expected neither a bias nor relative positions");
    Tape& tape = query.tape();
    const Var result =
        tape.make(value.rows(), query.cols(), query.needsGradient() || key.needsGradient() || value.needsGradient());
    const Tape::AttentionMemory attention(tape);
    const Dropout& dropout = options.weightDropout;
    for (Index s = 0; s < layouts.sequences(); ++s)
        for (Index head = 0; head < options.heads; ++head) {
            const Rectangle pairs = layouts.of(s);
            ReferencePart part{query,
                               key,
                               value,
                               result,
                               options.heads,
                               head,
                               pairs,
                               options.area,
                               &options.masks[std::size_t(head)],
                               dropout,
                               dropout.key.with(layouts.queries().id(s)).with(std::uint64_t(head)),
                               tape.keep(options.area.count(head, options.heads) * pairs.keys, pairs.queries)};
            part.forward();
            tape.record(result, [part] { part.backward(); });
        }
    putForced(result, value, layouts, options.masks);
    return result;
}

} // namespace headlight
