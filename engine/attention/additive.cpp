#include "attention/additive.h"

#include "attention/forced_cells.h"
#include "attention/softmax.h"
#include "core/product.h"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace headlight {

namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();

struct AdditiveStep {
    Var key, query, value, result;
    const Layout* layout;
    const HeadMask* mask;
    Real c;
    MatrixMap logSum; ///< [1 × tokens], log Σ exp of the masked scores; +infinity where nothing is visible

    /// tanh((key + query) / c) of a tile, [keys × queries].
    void bounded(Index begin, const QueryTile& tile, MatrixMap& z) const;
    void forward(Index sequence);
    void backward(Index sequence) const;
};

void AdditiveStep::bounded(Index begin, const QueryTile& tile, MatrixMap& z) const {
    Tape::Scratch k(result.tape(), tile.keys, 1); // side by side in memory, for the sake of vector instructions
    k.col(0) = key.value().row(0).segment(begin + tile.key, tile.keys).transpose();
    for (Index j = 0; j < tile.queries; ++j) {
        const Real own = query.value()(0, begin + tile.query + j);
        forEachVector(tile.keys,
                      [&](auto part) { store(z.col(j).data(), part, ((load(k.data(), part) + own) / c).tanh()); });
    }
}

void AdditiveStep::forward(Index sequence) {
    const Index begin = layout->begin(sequence), n = layout->length(sequence);
    forEachTile(*mask, Rectangle::square(n), [&](const QueryTile& tile) {
        const Index firstQuery = begin + tile.query;
        auto out = result.value().middleCols(firstQuery, tile.queries);
        if (tile.keys == 0) {
            out.setZero();
            logSum.row(0).segment(firstQuery, tile.queries).setConstant(infinity);
            return;
        }
        Tape::Scratch p(result.tape(), tile.keys, tile.queries);
        bounded(begin, tile, p);
        p *= c;
        applyMask(*mask, tile, n, p);
        for (Index j = 0; j < tile.queries; ++j)
            logSum(0, firstQuery + j) = softmax(p.col(j).data(), tile.keys);
        setProduct(out, value.value().middleCols(begin + tile.key, tile.keys), p);
    });
}

void AdditiveStep::backward(Index sequence) const {
    const Index begin = layout->begin(sequence), n = layout->length(sequence);
    Strided dKey = key.gradientToAddTo(), dQuery = query.gradientToAddTo(), dValue = value.gradientToAddTo();
    forEachTile(*mask, Rectangle::square(n), [&](const QueryTile& tile) {
        if (tile.keys == 0)
            return;
        const Index firstKey = begin + tile.key, firstQuery = begin + tile.query;
        Tape::Scratch z(result.tape(), tile.keys, tile.queries), p(result.tape(), tile.keys, tile.queries);
        Tape::Scratch d(result.tape(), tile.keys, tile.queries);
        bounded(begin, tile, z);
        p = c * z;
        applyMask(*mask, tile, n, p);
        const auto out = result.value().middleCols(firstQuery, tile.queries);
        const auto dOut = result.gradient().middleCols(firstQuery, tile.queries);
        setProduct(d, value.value().middleCols(firstKey, tile.keys).transpose(), dOut);
        for (Index j = 0; j < tile.queries; ++j) {
            exponentiate(p.col(j).data(), tile.keys, logSum(0, firstQuery + j));
            const Real mean = out.col(j).dot(dOut.col(j)); // Σ_i p_ij dp_ij
            d.col(j).array() = p.col(j).array() * (d.col(j).array() - mean) * (1 - z.col(j).array().square());
        }
        addProduct(dValue.middleCols(firstKey, tile.keys), dOut, p.transpose());
        dKey.row(0).segment(firstKey, tile.keys) += d.rowwise().sum().transpose();
        dQuery.row(0).segment(firstQuery, tile.queries) += d.colwise().sum();
    });
}

} // namespace

Var additiveAttention(Var key, Var query, Var value, const Layout& layout, const HeadMask& mask, Real c) {
    const Index n = layout.tokens();
    if (key.rows() != 1 || query.rows() != 1 || key.cols() != n || query.cols() != n || value.cols() != n)
        throw std::invalid_argument("additiveAttention: expected key and query of 1 × " + std::to_string(n) +
                                    " and a value of as many tokens, got " + std::to_string(key.rows()) + " × " +
                                    std::to_string(key.cols()) + ", " + std::to_string(query.rows()) + " × " +
                                    std::to_string(query.cols()) + " and " + std::to_string(value.cols()));
    Tape& tape = value.tape();
    const bool needed = key.needsGradient() || query.needsGradient() || value.needsGradient();
    const Var result = tape.make(value.rows(), n, needed);
    const Tape::AttentionMemory attention(tape);
    AdditiveStep step{key, query, value, result, &layout, &mask, c, tape.keep(1, n)};
    for (Index s = 0; s < layout.sequences(); ++s)
        step.forward(s);
    putForced(result, value, layout, {&mask, 1});
    tape.record(step.result, [step] {
        for (Index s = 0; s < step.layout->sequences(); ++s)
            step.backward(s);
    });
    return step.result;
}

} // namespace headlight
