#include "attention/dot_product.h"

#include "attention/dot_product_scores.h"
#include "attention/forced_cells.h"
#include "attention/softmax.h"
#include "core/product.h"

#include <algorithm>
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
    AttentionLayouts layouts;
    MatrixMap logSum; ///< [heads × queries], log Σ exp of the masked scores; +infinity where nothing is visible

    Tape& tape() const { return result.tape(); }
    Index heads() const { return scores.options.heads; }
    const Dropout& dropout() const { return scores.options.weightDropout; }
    const RelativePositions& relative() const { return scores.options.relative; }
    Index width() const { return value.rows() * scores.sharing() / heads(); }
    /// `head` of the values.
    auto values(const Rectangle& pairs, Index head, const QueryTile& tile) const {
        return value.value().block(head * width(), pairs.keyBegin + tile.key, width(), tile.keys);
    }
    void drop(Index sequence, Index head, const QueryTile& tile, const MatrixMap& in, MatrixMap& out) const;

    /// Those that write to what no other one writes to may run at once.
    template <class Run>
    void forEachHead(bool alone, Run run) const {
        const auto one = [&](Index number) { run(number / heads(), number % heads()); };
        if (alone)
            return tape().forEach(layouts.sequences() * heads(), one);
        for (Index number = 0; number < layouts.sequences() * heads(); ++number)
            one(number);
    }
    void backwardAll() const;
    void forward(Index sequence, Index head);
    void backward(Index sequence, Index head) const;
    void weightGradients(const Rectangle& pairs, Index head, const QueryTile& tile, MatrixMap& d) const;
    void valueGradients(const Rectangle& pairs, Index head, const QueryTile& tile, const MatrixMap& p) const;
    void scoreGradients(Index first, Index head, const MatrixMap& p, MatrixMap& used, MatrixMap& d) const;
};

void DotProductStep::drop(Index sequence, Index head, const QueryTile& tile, const MatrixMap& in,
                          MatrixMap& out) const {
    const RandomKey stream = dropout().key.with(layouts.queries().id(sequence)).with(std::uint64_t(head));
    for (Index j = 0; j < in.cols(); ++j)
        headlight::dropout(stream.with(std::uint64_t(tile.query + j)), dropout().keep, in.col(j).data(),
                           out.col(j).data(), in.rows());
}

void DotProductStep::forward(Index sequence, Index head) {
    const Rectangle pairs = layouts.of(sequence);
    const Index neighbours = scores.neighbours(head);
    forEachTile(scores.mask(head), pairs, [&](const QueryTile& tile) {
        const Index first = pairs.queryBegin + tile.query;
        Strided all = result.value();
        auto out = all.block(head * width(), first, width(), tile.queries);
        if (tile.keys == 0) {
            out.setZero();
            logSum.row(head).segment(first, tile.queries).setConstant(std::numeric_limits<Real>::infinity());
            return;
        }
        Tape::Scratch p(tape(), neighbours * tile.keys, tile.queries);
        scores.raw(pairs, head, tile, p);
        scores.hide(pairs, head, tile, p);
        for (Index j = 0; j < tile.queries; ++j)
            logSum(head, first + j) = softmax(p.col(j).data(), p.rows());
        if (scores.fades())
            scores.fade(pairs, head, tile, p);
        if (dropout().active())
            drop(sequence, head, tile, p, p);
        for (Index number = 0; number < neighbours; ++number) {
            const auto v = values(pairs, scores.neighbour(head, number).value, tile);
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
void DotProductStep::weightGradients(const Rectangle& pairs, Index head, const QueryTile& tile, MatrixMap& d) const {
    const Strided all = result.gradient();
    const auto dOut = all.block(head * width(), pairs.queryBegin + tile.query, width(), tile.queries);
    for (Index number = 0; number < scores.neighbours(head); ++number)
        setProduct(d.middleRows(number * tile.keys, tile.keys),
                   values(pairs, scores.neighbour(head, number).value, tile).transpose(), dOut);
    if (relative().value) {
        Tape::Scratch table(tape(), relative().value.cols(), tile.queries);
        setProduct(table, relative().value.value().transpose(), dOut);
        addByDistance(tile, table, d);
    }
}

/// p: the weights that values were summed with, after bell and dropout.
void DotProductStep::valueGradients(const Rectangle& pairs, Index head, const QueryTile& tile,
                                    const MatrixMap& p) const {
    const Strided all = result.gradient();
    const auto dOut = all.block(head * width(), pairs.queryBegin + tile.query, width(), tile.queries);
    Strided dValue = value.gradientToAddTo();
    for (Index number = 0; number < scores.neighbours(head); ++number)
        addProduct(
            dValue.block(scores.neighbour(head, number).value * width(), pairs.keyBegin + tile.key, width(), tile.keys),
            dOut, p.middleRows(number * tile.keys, tile.keys).transpose());
    if (relative().value) {
        Tape::Scratch table(tape(), relative().value.cols(), tile.queries);
        sumByDistance(tile, p, table);
        relative().value.addGradient(dOut * table.transpose());
    }
}

void DotProductStep::backward(Index sequence, Index head) const {
    const Rectangle pairs = layouts.of(sequence);
    forEachTile(scores.mask(head), pairs, [&](const QueryTile& tile) {
        if (tile.keys == 0)
            return;
        const Index rows = scores.neighbours(head) * tile.keys, first = pairs.queryBegin + tile.query;
        Tape::Scratch p(tape(), rows, tile.queries), d(tape(), rows, tile.queries);
        Tape::Scratch faded(tape(), scores.fades() ? rows : 0, tile.queries);
        Tape::Scratch capped(tape(), scores.options.softCap != 0 ? rows : 0, tile.queries);
        scores.raw(pairs, head, tile, p);
        if (capped.size() > 0)
            capped.array() = p.array();
        scores.hide(pairs, head, tile, p);
        for (Index j = 0; j < tile.queries; ++j)
            exponentiate(p.col(j).data(), rows, logSum(head, first + j));
        MatrixMap& used = scores.fades() ? faded : p; // by the values
        if (scores.fades()) {
            used.array() = p.array();
            scores.fade(pairs, head, tile, used);
        }
        weightGradients(pairs, head, tile, d);
        if (dropout().active()) {
            Tape::Scratch kept(tape(), rows, tile.queries);
            drop(sequence, head, tile, used, kept);
            drop(sequence, head, tile, d, d);
            valueGradients(pairs, head, tile, kept);
        } else {
            valueGradients(pairs, head, tile, used);
        }
        scoreGradients(first, head, p, used, d);
        if (scores.fades())
            scores.fadeBackward(pairs, head, tile, used);
        if (capped.size() > 0)
            scores.uncap(capped, d);
        scores.backward(pairs, head, tile, d);
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
    const bool alone = scores.options.area.heads == 1 && scores.sharing() == 1 && !relative();
    forEachHead(alone, [&](Index sequence, Index head) { backward(sequence, head); });
}

bool needsGradient(std::initializer_list<Var> vars) {
    for (const Var& var : vars)
        if (var && var.needsGradient())
            return true;
    return false;
}

} // namespace

void checkDotProduct(Var query, Var key, Var value, const AttentionLayouts& layouts, const DotProductOptions& options) {
    const Index queries = layouts.queries().tokens(), keys = layouts.keys().tokens();
    const Index width = query.rows() / options.heads;
    const bool fits = query.rows() % options.heads == 0 && width > 0 && key.rows() % width == 0 && key.rows() > 0 &&
                      query.rows() % key.rows() == 0 && value.rows() % (key.rows() / width) == 0;
    if (!fits || Index(options.masks.size()) != options.heads || query.cols() != queries || key.cols() != keys ||
        value.cols() != keys)
        throw std::invalid_argument("dotProductAttention: expected query and key of equal width, rows divisible by " +
                                    std::to_string(options.heads) +
                                    " heads or by a divisor of them, a mask per head, " + std::to_string(queries) +
                                    " queries and " + std::to_string(keys) + " keys");
    const Var &deviation = options.gaussian.deviation, &centre = options.gaussian.centre;
    const RelativePositions& relative = options.relative;
    if (options.area.heads < 1 || options.area.heads % 2 == 0 ||
        (options.area.heads > 1 && (deviation || relative || key.rows() != query.rows())))
        throw std::invalid_argument("dotProductAttention: expected an area of an odd number of heads, and neither a "
                                    "bias, relative positions nor shared keys beside it");
    if ((deviation && deviation.rows() != options.heads) || (centre && centre.rows() != options.heads) ||
        (deviation && deviation.cols() != 1 && deviation.cols() != queries) || (centre && centre.cols() != queries))
        throw std::invalid_argument("dotProductAttention: expected deviations and centres of " +
                                    std::to_string(options.heads) + " heads");
    const auto tall = [](const Var& vectors, std::initializer_list<Index> rows) {
        return !vectors || (vectors.cols() > 0 && std::find(rows.begin(), rows.end(), vectors.rows()) != rows.end());
    };
    if (!tall(relative.key, {width, query.rows()}) || !tall(relative.query, {query.rows()}) ||
        !tall(relative.value, {value.rows() * width / key.rows()}) || !tall(relative.bias, {options.heads}))
        throw std::invalid_argument("dotProductAttention: expected relative positions as high as a head, or all");
}

Var dotProductAttention(Var query, Var key, Var value, const AttentionLayouts& layouts,
                        const DotProductOptions& options) {
    checkDotProduct(query, key, value, layouts, options);
    Tape& tape = query.tape();
    const bool needed =
        needsGradient({query, key, value, options.gaussian.deviation, options.gaussian.centre, options.relative.key,
                       options.relative.value, options.relative.query, options.relative.bias});
    const Index groups = query.rows() / key.rows();
    const Var result = tape.make(value.rows() * groups, query.cols(), needed);
    const Tape::AttentionMemory attention(tape);
    DotProductStep step{{query, key, options}, value, result, layouts, tape.keep(options.heads, query.cols())};
    step.forEachHead(true, [&](Index sequence, Index head) { step.forward(sequence, head); });
    putForced(result, value, layouts, options.masks, options.relative.value);
    tape.record(step.result, [step] { step.backwardAll(); });
    return step.result;
}

namespace {

/// Copies of what scores are made of, on a tape of their own, which outlive the pass.
struct KeptScores {
    KeptScores(Var query, Var key, Var valuesOfKeys, const Rectangle& ofSequence, const DotProductOptions& options)
        : pairs(ofSequence), masks(options.masks.begin(), options.masks.end()), values(valuesOfKeys.value()) {
        scores.query = kept(query);
        scores.key = kept(key);
        scores.options.heads = options.heads;
        scores.options.masks = masks;
        scores.options.area = options.area;
        scores.options.gaussian = {kept(options.gaussian.deviation), kept(options.gaussian.centre),
                                   options.gaussian.reach, options.gaussian.place};
        scores.options.relative.key = kept(options.relative.key);
        scores.options.relative.query = kept(options.relative.query);
        scores.options.relative.bias = kept(options.relative.bias);
        scores.options.factor = options.factor;
        scores.options.softCap = options.softCap;
    }

    /// raw() takes scratch from the tape where there are relative positions.
    void raw(Index head, const QueryTile& tile, Eigen::Ref<Matrix> all) const {
        std::unique_lock guard(m_mutex, std::defer_lock);
        if (scores.options.relative)
            guard.lock();
        scores.raw(pairs, head, tile, all);
    }
    /// One part of a head that has several, which sees no neighbours.
    void rawPart(MapStage part, Index head, Index first, Index queries, Matrix& numbers) const {
        const std::scoped_lock guard(m_mutex);
        scores.rawPart(part, pairs, head, {first, queries, 0, numbers.rows(), pairs.offset}, numbers);
    }

    Rectangle pairs;
    std::vector<HeadMask> masks;
    DotProductScores scores;
    Matrix values; ///< [heads of keys · width × keys]

private:
    Var kept(Var var) { return var ? m_tape.constant(m_values.emplace_back(var.value())) : Var(); }
    std::deque<Matrix> m_values; // a tape's constants are not its own
    Tape m_tape;
    mutable std::mutex m_mutex;
};

/// [keys × queries]; with an area log Σ e^score over its heads.
void scoresOf(const KeptScores& kept, Index head, Index first, Index queries, Matrix& numbers) {
    const Index n = numbers.rows(), neighbours = kept.scores.neighbours(head);
    const QueryTile tile{first, queries, 0, n, kept.pairs.offset};
    if (neighbours == 1)
        return kept.raw(head, tile, numbers);
    Matrix all(neighbours * n, queries);
    kept.raw(head, tile, all);
    for (Index j = 0; j < queries; ++j) {
        const Eigen::Map<const Matrix> each(all.col(j).data(), n, neighbours);
        const Vector top = each.rowwise().maxCoeff();
        numbers.col(j) = top.array() + (each.colwise() - top).array().exp().rowwise().sum().log();
    }
}

/// The rows of one head, column by column.
template <class Rows>
std::vector<float> numbersOf(const Rows& rows) {
    std::vector<float> numbers;
    numbers.reserve(std::size_t(rows.size()));
    for (Index column = 0; column < rows.cols(); ++column)
        for (Index row = 0; row < rows.rows(); ++row)
            numbers.push_back(float(rows(row, column)));
    return numbers;
}

HeadVectors vectorsOf(const KeptScores& kept, Index head, const DotProductMaps& maps) {
    const DotProductScores& scores = kept.scores;
    HeadVectors vectors;
    vectors.queries = kept.pairs.queries;
    vectors.keys = kept.pairs.keys;
    vectors.features = scores.width();
    vectors.sharing = scores.sharing();
    vectors.valueFeatures = kept.values.rows() * vectors.sharing / scores.options.heads;
    vectors.scale = double(scores.factor());
    vectors.softCap = double(scores.options.softCap);
    vectors.firstPosition = kept.pairs.offset;
    vectors.keyHead = head / vectors.sharing;
    const auto rowsOf = [](const auto& all, Index number, Index width) {
        return numbersOf(all.middleRows(number * width, width));
    };
    vectors.query = rowsOf(scores.query.value(), head, vectors.features);
    vectors.key = rowsOf(scores.key.value(), vectors.keyHead, vectors.features);
    vectors.value = rowsOf(kept.values, vectors.keyHead, vectors.valueFeatures);
    vectors.planes = maps.planes;
    vectors.names = maps.names;
    return vectors;
}

} // namespace

void recordDotProduct(Trace& trace, const MapAddress& first, Var query, Var key, Var value,
                      const AttentionLayouts& layouts, const DotProductOptions& options, const DotProductMaps& maps) {
    if (layouts.sequences() != 1)
        throw std::invalid_argument("recordDotProduct: expected one sequence, got " +
                                    std::to_string(layouts.sequences()));
    const auto kept = std::make_shared<const KeptScores>(query, key, value, layouts.of(0), options);
    for (Index head = 0; head < options.heads; ++head) {
        MapSource source{.address = first,
                         .label = maps.prefix + "head " + std::to_string(head),
                         .queries = query.cols(),
                         .keys = key.cols(),
                         .queryOffset = kept->pairs.offset,
                         .mask = kept->masks[std::size_t(head)],
                         .queryNames = maps.names,
                         .keyNames = maps.names,
                         .scores = [kept, head](Index from, Index queries, Matrix& numbers) {
                             scoresOf(*kept, head, from, queries, numbers);
                         }};
        source.address.head += int(head);
        if (options.area.heads == 1)
            source.vectors = [kept, head, maps] { return vectorsOf(*kept, head, maps); };
        for (const MapStage part : kept->scores.parts())
            source.parts[part] = [kept, head, part](Index from, Index queries, Matrix& numbers) {
                kept->rawPart(part, head, from, queries, numbers);
            };
        if (std::isfinite(options.gaussian.reach))
            source.hides = [kept, head](Index i, Index j) {
                return !kept->scores.withinReach(kept->pairs, head, i, j);
            };
        if (kept->scores.fades())
            source.fades = [kept, head](Index i, Index j) {
                return kept->scores.bell(kept->pairs, head, {j, 1, i, 1, kept->pairs.offset}, 0)(0);
            };
        trace.record(std::move(source));
    }
}

} // namespace headlight
