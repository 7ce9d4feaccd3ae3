#include "attention/dot_product.h"

#include "attention/dot_product_scores.h"
#include "attention/softmax.h"
#include "core/product.h"

#include <deque>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>

namespace headlight {

namespace {

/// One attention over a batch: what forward and backward share.
struct DotProductStep {
    DotProductScores scores;
    Var value, result;
    const Layout* layout;
    MatrixMap logSum; ///< [heads × tokens], log Σ exp of the masked scores; +infinity where nothing is visible

    Tape& tape() const { return result.tape(); }
    Index heads() const { return scores.options.heads; }
    const Dropout& dropout() const { return scores.options.weightDropout; }
    const RelativePositions& relative() const { return scores.options.relative; }
    Index width() const { return value.rows() / heads(); }
    auto values(Index begin, Index head, const QueryTile& tile) const {
        return value.value().block(head * width(), begin + tile.key, width(), tile.keys);
    }
    void drop(Index sequence, Index head, const QueryTile& tile, const MatrixMap& in, MatrixMap& out) const;

    /// Heads that share no gradient write to rows of their own, so any of them may run at once.
    template <class Run>
    void forEachHead(Run run) const {
        const auto one = [&](Index number) { run(number / heads(), number % heads()); };
        if (scores.options.area.heads == 1 && !relative().key)
            return tape().forEach(layout->sequences() * heads(), one);
        for (Index number = 0; number < layout->sequences() * heads(); ++number)
            one(number);
    }
    void backwardAll() const;
    void forward(Index sequence, Index head);
    void backward(Index sequence, Index head) const;
    void weightGradients(Index begin, Index head, const QueryTile& tile, MatrixMap& d) const;
    void valueGradients(Index begin, Index head, const QueryTile& tile, const MatrixMap& p) const;
    void scoreGradients(Index first, Index head, const MatrixMap& p, MatrixMap& used, MatrixMap& d) const;
};

void DotProductStep::drop(Index sequence, Index head, const QueryTile& tile, const MatrixMap& in,
                          MatrixMap& out) const {
    const RandomKey stream = dropout().key.with(layout->id(sequence)).with(std::uint64_t(head));
    for (Index j = 0; j < in.cols(); ++j)
        headlight::dropout(stream.with(std::uint64_t(tile.query + j)), dropout().keep, in.col(j).data(),
                           out.col(j).data(), in.rows());
}

void DotProductStep::forward(Index sequence, Index head) {
    const Index begin = layout->begin(sequence), length = layout->length(sequence);
    const Index neighbours = scores.neighbours(head);
    forEachTile(scores.mask(head), length, [&](const QueryTile& tile) {
        const Index first = begin + tile.query;
        Strided all = result.value();
        auto out = all.block(head * width(), first, width(), tile.queries);
        if (tile.keys == 0) {
            out.setZero();
            logSum.row(head).segment(first, tile.queries).setConstant(std::numeric_limits<Real>::infinity());
            return;
        }
        Tape::Scratch p(tape(), neighbours * tile.keys, tile.queries);
        scores.raw(begin, head, tile, p);
        scores.hide(begin, length, head, tile, p);
        for (Index j = 0; j < tile.queries; ++j)
            logSum(head, first + j) = softmax(p.col(j).data(), p.rows());
        if (scores.fades())
            scores.fade(begin, head, tile, p);
        if (dropout().active())
            drop(sequence, head, tile, p, p);
        for (Index number = 0; number < neighbours; ++number) {
            const auto v = values(begin, scores.neighbour(head, number).value, tile);
            if (number == 0)
                setProduct(out, v, p.topRows(tile.keys));
            else
                addProduct(out, v, p.middleRows(number * tile.keys, tile.keys));
        }
        if (relative().value) {
            Tape::Scratch table(tape(), relative().value.cols(), tile.queries);
            sumByDistance(tile, p, table);
            addProduct(out, relative().value.value(), table);
        }
    });
}

/// d becomes the gradient of the weights.
void DotProductStep::weightGradients(Index begin, Index head, const QueryTile& tile, MatrixMap& d) const {
    const Strided all = result.gradient();
    const auto dOut = all.block(head * width(), begin + tile.query, width(), tile.queries);
    for (Index number = 0; number < scores.neighbours(head); ++number)
        setProduct(d.middleRows(number * tile.keys, tile.keys),
                   values(begin, scores.neighbour(head, number).value, tile).transpose(), dOut);
    if (relative().value) {
        Tape::Scratch table(tape(), relative().value.cols(), tile.queries);
        setProduct(table, relative().value.value().transpose(), dOut);
        addByDistance(tile, table, d);
    }
}

/// p: the weights that values were summed with, after bell and dropout.
void DotProductStep::valueGradients(Index begin, Index head, const QueryTile& tile, const MatrixMap& p) const {
    const Strided all = result.gradient();
    const auto dOut = all.block(head * width(), begin + tile.query, width(), tile.queries);
    Strided dValue = value.gradientToAddTo();
    for (Index number = 0; number < scores.neighbours(head); ++number)
        addProduct(dValue.block(scores.neighbour(head, number).value * width(), begin + tile.key, width(), tile.keys),
                   dOut, p.middleRows(number * tile.keys, tile.keys).transpose());
    if (relative().value) {
        Tape::Scratch table(tape(), relative().value.cols(), tile.queries);
        sumByDistance(tile, p, table);
        relative().value.addGradient(dOut * table.transpose());
    }
}

void DotProductStep::backward(Index sequence, Index head) const {
    const Index begin = layout->begin(sequence), length = layout->length(sequence);
    forEachTile(scores.mask(head), length, [&](const QueryTile& tile) {
        if (tile.keys == 0)
            return;
        const Index rows = scores.neighbours(head) * tile.keys, first = begin + tile.query;
        Tape::Scratch p(tape(), rows, tile.queries), d(tape(), rows, tile.queries);
        Tape::Scratch faded(tape(), scores.fades() ? rows : 0, tile.queries);
        scores.raw(begin, head, tile, p);
        scores.hide(begin, length, head, tile, p);
        for (Index j = 0; j < tile.queries; ++j)
            exponentiate(p.col(j).data(), rows, logSum(head, first + j));
        MatrixMap& used = scores.fades() ? faded : p; // by the values
        if (scores.fades()) {
            used.array() = p.array();
            scores.fade(begin, head, tile, used);
        }
        weightGradients(begin, head, tile, d);
        if (dropout().active()) {
            Tape::Scratch kept(tape(), rows, tile.queries);
            drop(sequence, head, tile, used, kept);
            drop(sequence, head, tile, d, d);
            valueGradients(begin, head, tile, kept);
        } else {
            valueGradients(begin, head, tile, used);
        }
        scoreGradients(first, head, p, used, d);
        if (scores.fades())
            scores.fadeBackward(begin, head, tile, used);
        scores.backward(begin, head, tile, d);
    });
}

/// d, the gradient of the weights that were `used`, becomes that of the scores. Where a bell faded them, `used` becomes
/// the gradient of its exponents; else it is p, the softmax.
void DotProductStep::scoreGradients(Index first, Index head, const MatrixMap& p, MatrixMap& used, MatrixMap& d) const {
    const Strided out = result.value(), dOut = result.gradient();
    for (Index j = 0; j < p.cols(); ++j) {
        const Real mean = out.col(first + j) // Σ_i w_ij dw_ij of the weights used
                              .segment(head * width(), width())
                              .dot(dOut.col(first + j).segment(head * width(), width()));
        if (scores.fades()) {
            used.col(j).array() *= d.col(j).array();
            d.col(j) = used.col(j) - p.col(j) * mean;
        } else {
            d.col(j).array() = p.col(j).array() * (d.col(j).array() - mean);
        }
    }
}

void DotProductStep::backwardAll() const {
    for (const Var& var : {scores.query, scores.key, value})
        var.gradientToAddTo();
    for (const Var& var : {scores.options.gaussian.deviation, scores.options.gaussian.centre})
        if (var && var.needsGradient())
            var.gradientToAddTo();
    forEachHead([&](Index sequence, Index head) { backward(sequence, head); });
}

bool needsGradient(std::initializer_list<Var> vars) {
    for (const Var& var : vars)
        if (var && var.needsGradient())
            return true;
    return false;
}

} // namespace

void checkDotProduct(Var query, Var key, Var value, const Layout& layout, const DotProductOptions& options) {
    if (query.rows() != key.rows() || query.rows() % options.heads != 0 || value.rows() % options.heads != 0 ||
        Index(options.masks.size()) != options.heads || query.cols() != layout.tokens() ||
        key.cols() != layout.tokens() || value.cols() != layout.tokens())
        throw std::invalid_argument("dotProductAttention: expected query and key of equal width, rows divisible by " +
                                    std::to_string(options.heads) + " heads, a mask per head and " +
                                    std::to_string(layout.tokens()) + " tokens");
    const Var &deviation = options.gaussian.deviation, &centre = options.gaussian.centre;
    const auto& [relativeKey, relativeValue] = options.relative;
    if (options.area.heads < 1 || options.area.heads % 2 == 0 || (options.area.heads > 1 && (deviation || relativeKey)))
        throw std::invalid_argument("dotProductAttention: expected an area of an odd number of heads, and neither a "
                                    "bias nor relative positions beside it");
    if ((deviation && deviation.rows() != options.heads) || (centre && centre.rows() != options.heads) ||
        (deviation && deviation.cols() != 1 && deviation.cols() != layout.tokens()) ||
        (centre && centre.cols() != layout.tokens()))
        throw std::invalid_argument("dotProductAttention: expected deviations and centres of " +
                                    std::to_string(options.heads) + " heads");
    if (bool(relativeKey) != bool(relativeValue) ||
        (relativeKey &&
         (relativeKey.rows() * options.heads != query.rows() || relativeValue.rows() * options.heads != value.rows() ||
          relativeKey.cols() % 2 == 0 || relativeValue.cols() % 2 == 0)))
        throw std::invalid_argument("dotProductAttention: expected relative positions as high as a head, with an odd "
                                    "number of columns");
}

Var dotProductAttention(Var query, Var key, Var value, const Layout& layout, const DotProductOptions& options) {
    checkDotProduct(query, key, value, layout, options);
    Tape& tape = query.tape();
    const bool needed = needsGradient({query, key, value, options.gaussian.deviation, options.gaussian.centre,
                                       options.relative.key, options.relative.value});
    const Var result = tape.make(value.rows(), value.cols(), needed);
    const Tape::AttentionMemory attention(tape);
    DotProductStep step{{query, key, options}, value, result, &layout, tape.keep(options.heads, layout.tokens())};
    step.forEachHead([&](Index sequence, Index head) { step.forward(sequence, head); });
    tape.record(step.result, [step] { step.backwardAll(); });
    return step.result;
}

namespace {

/// Copies of what scores are made of, on a tape of their own, which outlive the pass.
struct KeptScores {
    KeptScores(Var query, Var key, const DotProductOptions& options)
        : masks(options.masks.begin(), options.masks.end()) {
        scores.query = kept(query);
        scores.key = kept(key);
        scores.options.heads = options.heads;
        scores.options.masks = masks;
        scores.options.area = options.area;
        scores.options.gaussian = {kept(options.gaussian.deviation), kept(options.gaussian.centre),
                                   options.gaussian.reach, options.gaussian.place};
        scores.options.relative.key = kept(options.relative.key);
    }

    /// raw() takes scratch from the tape where there are relative positions.
    void raw(Index head, const QueryTile& tile, Eigen::Ref<Matrix> all) const {
        std::unique_lock guard(m_mutex, std::defer_lock);
        if (scores.options.relative.key)
            guard.lock();
        scores.raw(0, head, tile, all);
    }

    std::vector<HeadMask> masks;
    DotProductScores scores;

private:
    Var kept(Var var) { return var ? m_tape.constant(m_values.emplace_back(var.value())) : Var(); }
    std::deque<Matrix> m_values; // a tape's constants are not its own
    Tape m_tape;
    mutable std::mutex m_mutex;
};

/// [keys × queries]; with an area log Σ e^score over its heads.
void scoresOf(const KeptScores& kept, Index head, Index first, Index queries, Matrix& numbers) {
    const Index n = numbers.rows(), neighbours = kept.scores.neighbours(head);
    if (neighbours == 1)
        return kept.raw(head, {first, queries, 0, n}, numbers);
    Matrix all(neighbours * n, queries);
    kept.raw(head, {first, queries, 0, n}, all);
    for (Index j = 0; j < queries; ++j) {
        const Eigen::Map<const Matrix> each(all.col(j).data(), n, neighbours);
        const Vector top = each.rowwise().maxCoeff();
        numbers.col(j) = top.array() + (each.colwise() - top).array().exp().rowwise().sum().log();
    }
}

} // namespace

void recordDotProduct(Trace& trace, const MapAddress& first, Var query, Var key, const DotProductOptions& options,
                      const DotProductMaps& maps) {
    const auto kept = std::make_shared<const KeptScores>(query, key, options);
    for (Index head = 0; head < options.heads; ++head) {
        MapSource source{.address = first,
                         .label = maps.prefix + "head " + std::to_string(head),
                         .queries = query.cols(),
                         .keys = key.cols(),
                         .mask = kept->masks[std::size_t(head)],
                         .queryNames = maps.names,
                         .keyNames = maps.names,
                         .scores = [kept, head](Index from, Index queries, Matrix& numbers) {
                             scoresOf(*kept, head, from, queries, numbers);
                         }};
        source.address.head += int(head);
        if (std::isfinite(options.gaussian.reach))
            source.hides = [kept, head](Index i, Index j) { return !kept->scores.withinReach(0, head, i, j); };
        if (kept->scores.fades())
            source.fades = [kept, head](Index i, Index j) { return kept->scores.bell(0, head, {j, 1, i, 1}, 0)(0); };
        trace.record(std::move(source));
    }
}

} // namespace headlight
