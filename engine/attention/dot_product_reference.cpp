#include "attention/dot_product.h"

#include <cmath>
#include <stdexcept>

namespace headlight {

namespace {

/// One head of one sequence with all its weights, [neighbours·n × n]: what the streaming form avoids.
struct ReferencePart {
    Var query, key, value, result;
    Index heads, head, begin, length;
    HeadArea area;
    const HeadMask* mask;
    Dropout dropout;
    RandomKey stream;
    MatrixMap weights;

    auto rowsOf(const Var& var, Index ofHead) const {
        const Index rows = var.rows() / heads;
        return var.value().block(ofHead * rows, begin, rows, length);
    }
    auto gradientRowsOf(const Var& var, Index ofHead) const {
        const Index rows = var.rows() / heads;
        return var.gradientToAddTo().block(ofHead * rows, begin, rows, length);
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
    forEachTile(*mask, length, [&](const QueryTile& tile) {
        Matrix seen(tile.keys, neighbours);
        for (Index j = tile.query; j < tile.query + tile.queries; ++j) {
            Eigen::Map<Matrix> all(numbers.col(j).data(), length, neighbours);
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
        auto own = weights.middleRows(number * length, length);
        own = rowsOf(key, area.neighbour(head, heads, number).key).transpose() * rowsOf(query, head) * factor();
        for (Index j = 0; j < length; ++j)
            for (Index i = 0; i < length; ++i)
                own(i, j) += mask->bias(i, j);
    }
    for (Index j = 0; j < length; ++j) {
        const Real top = weights.col(j).maxCoeff();
        if (top == hidden) {
            weights.col(j).setZero();
            continue;
        }
        weights.col(j) = (weights.col(j).array() - top).exp();
        weights.col(j) /= weights.col(j).sum();
    }
    const Matrix p = kept(weights);
    const Index width = value.rows() / heads;
    Strided all = result.value();
    auto out = all.block(head * width, begin, width, length);
    out.setZero();
    for (Index number = 0; number < area.count(head, heads); ++number)
        out += rowsOf(value, area.neighbour(head, heads, number).value) * p.middleRows(number * length, length);
}

void ReferencePart::backward() const {
    const Index width = value.rows() / heads;
    const Matrix dOut = result.gradient().block(head * width, begin, width, length), p = kept(weights);
    Matrix dWeights(weights.rows(), length);
    for (Index number = 0; number < area.count(head, heads); ++number) {
        const Index other = area.neighbour(head, heads, number).value;
        dWeights.middleRows(number * length, length) = rowsOf(value, other).transpose() * dOut;
        gradientRowsOf(value, other) += dOut * p.middleRows(number * length, length).transpose();
    }
    dWeights = kept(std::move(dWeights));
    Matrix dScore(weights.rows(), length);
    for (Index j = 0; j < length; ++j)
        dScore.col(j) =
            weights.col(j).array() * (dWeights.col(j).array() - weights.col(j).dot(dWeights.col(j))) * factor();
    for (Index number = 0; number < area.count(head, heads); ++number) {
        const Index other = area.neighbour(head, heads, number).key;
        const auto own = dScore.middleRows(number * length, length);
        gradientRowsOf(query, head) += rowsOf(key, other) * own;
        gradientRowsOf(key, other) += rowsOf(query, head) * own.transpose();
    }
}

} // namespace

Var dotProductAttentionReference(Var query, Var key, Var value, const Layout& layout,
                                 const DotProductOptions& options) {
    checkDotProduct(query, key, value, layout, options);
    if (options.gaussian.deviation || options.relative.key)
        throw std::invalid_argument("dotProductAttentionReference: expected neither a bias nor relative positions");
    Tape& tape = query.tape();
    const Var result =
        tape.make(value.rows(), value.cols(), query.needsGradient() || key.needsGradient() || value.needsGradient());
    const Tape::AttentionMemory attention(tape);
    const Dropout& dropout = options.weightDropout;
    for (Index s = 0; s < layout.sequences(); ++s)
        for (Index head = 0; head < options.heads; ++head) {
            const Index n = layout.length(s);
            ReferencePart part{query,
                               key,
                               value,
                               result,
                               options.heads,
                               head,
                               layout.begin(s),
                               n,
                               options.area,
                               &options.masks[std::size_t(head)],
                               dropout,
                               dropout.key.with(layout.id(s)).with(std::uint64_t(head)),
                               tape.keep(options.area.count(head, options.heads) * n, n)};
            part.forward();
            tape.record(result, [part] { part.backward(); });
        }
    return result;
}

} // namespace headlight
