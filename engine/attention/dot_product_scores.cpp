#include "attention/dot_product_scores.h"

#include "core/product.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

using Numbers = Eigen::Array<Real, Eigen::Dynamic, 1>;

/// Keys whose distances have entries of their own in a table by distance have consecutive ones; those before and after
/// them share its first and its last.
struct Stretch {
    Index before, near, after; ///< how many keys of the tile
    Index first;               ///< the table's entry of the first near one
    Index last;                ///< the table's last entry

    Index entryOf(Index key) const { return key < before ? 0 : key < before + near ? first + key - before : last; }

    Stretch(const QueryTile& tile, Index j, Index entries) {
        const Index own = tile.position() + j - tile.key; // where the query itself lies among the keys
        const Index reach = entries / 2;
        before = std::clamp<Index>(own - reach, 0, tile.keys);
        near = std::clamp<Index>(own - reach + entries, before, tile.keys) - before;
        after = tile.keys - before - near;
        last = entries - 1;
        first = std::clamp<Index>(before - own + reach, 0, last);
    }
};

Numbers positions(const QueryTile& tile) {
    return Numbers::LinSpaced(tile.keys, Real(tile.key), Real(tile.key + tile.keys - 1));
}

} // namespace

Index HeadArea::count(Index head, Index ofHeads) const {
    const Index half = heads / 2;
    return border == Border::Truncate ? std::min(ofHeads - 1, head + half) - std::max<Index>(0, head - half) + 1
                                      : heads;
}

HeadArea::Neighbour HeadArea::neighbour(Index head, Index ofHeads, Index number) const {
    const Index half = heads / 2;
    if (border == Border::Truncate) {
        const Index other = std::max<Index>(0, head - half) + number;
        return {other, other};
    }
    const Index other = head - half + number;
    const Index around = ((other % ofHeads) + ofHeads) % ofHeads, nearest = std::clamp<Index>(other, 0, ofHeads - 1);
    return {border == Border::Replicate ? nearest : around, border == Border::Circular ? around : nearest};
}

const ChoiceNames<HeadArea::Border>& borderNames() {
    using Border = HeadArea::Border;
    static const ChoiceNames<Border> names = {{Border::Truncate, "truncate", "Fewer heads"},
                                              {Border::Circular, "circular", "Circular"},
                                              {Border::Replicate, "replicate", "Repeated"},
                                              {Border::Released, "released", "Released code"}};
    return names;
}

void addByDistance(const QueryTile& tile, const Eigen::Ref<const Matrix>& table, Eigen::Ref<Matrix> scores) {
    for (Index j = 0; j < tile.queries; ++j) {
        const Stretch stretch(tile, j, table.rows());
        auto column = scores.col(j).array();
        column.head(stretch.before) += table(0, j);
        column.segment(stretch.before, stretch.near) += table.col(j).segment(stretch.first, stretch.near).array();
        column.tail(stretch.after) += table(table.rows() - 1, j);
    }
}

void sumByDistance(const QueryTile& tile, const Eigen::Ref<const Matrix>& numbers, Eigen::Ref<Matrix> table) {
    table.setZero();
    for (Index j = 0; j < tile.queries; ++j) {
        const Stretch stretch(tile, j, table.rows());
        const auto column = numbers.col(j);
        table.col(j).segment(stretch.first, stretch.near) = column.segment(stretch.before, stretch.near);
        table(0, j) += column.head(stretch.before).sum();
        table(table.rows() - 1, j) += column.tail(stretch.after).sum();
    }
}

void addByKeysDistance(const QueryTile& tile, const Eigen::Ref<const Matrix>& table, Eigen::Ref<Matrix> scores) {
    for (Index j = 0; j < tile.queries; ++j) {
        const Stretch stretch(tile, j, table.rows());
        for (Index i = 0; i < tile.keys; ++i)
            scores(i, j) += table(stretch.entryOf(i), i);
    }
}

void sumByKeysDistance(const QueryTile& tile, const Eigen::Ref<const Matrix>& numbers, Eigen::Ref<Matrix> table) {
    table.setZero();
    for (Index j = 0; j < tile.queries; ++j) {
        const Stretch stretch(tile, j, table.rows());
        for (Index i = 0; i < tile.keys; ++i)
            table(stretch.entryOf(i), i) += numbers(i, j);
    }
}

Real DotProductScores::factor() const {
    return options.factor != 0 ? options.factor : 1 / std::sqrt(Real(width()));
}

Real DotProductScores::centre(const Rectangle& pairs, Index head, Index query_) const {
    const Var& centres = options.gaussian.centre;
    return centres ? centres.value()(head, pairs.queryBegin + query_) : Real(pairs.offset + query_);
}

Real DotProductScores::deviation(const Rectangle& pairs, Index head, Index query_) const {
    const Var& deviations = options.gaussian.deviation;
    return deviations.value()(head, deviations.cols() == 1 ? 0 : pairs.queryBegin + query_);
}

std::vector<MapStage> DotProductScores::parts() const {
    const bool bell = options.gaussian.deviation && !fades();
    return scoreParts(bool(options.relative.key), bool(options.relative.query), options.relative.bias || bell);
}

void DotProductScores::setContent(const Rectangle& pairs, Index head, const QueryTile& tile,
                                  Eigen::Ref<Matrix> scores) const {
    const auto q = queries(pairs, head, tile);
    for (Index number = 0; number < neighbours(head); ++number)
        setProduct(scores.middleRows(number * tile.keys, tile.keys),
                   keys(pairs, neighbour(head, number).key, tile).transpose(), q);
    scores *= factor();
}

void DotProductScores::rawPart(MapStage part, const Rectangle& pairs, Index head, const QueryTile& tile,
                               Eigen::Ref<Matrix> scores) const {
    if (part == MapStage::Content)
        return setContent(pairs, head, tile, scores);
    scores.setZero();
    addPart(part, pairs, head, tile, scores);
}

void DotProductScores::raw(const Rectangle& pairs, Index head, const QueryTile& tile, Eigen::Ref<Matrix> scores) const {
    setContent(pairs, head, tile, scores);
    for (const MapStage part : {MapStage::ContentPosition, MapStage::PositionContent, MapStage::Bias})
        addPart(part, pairs, head, tile, scores);
    if (options.softCap != 0)
        scores = (scores.array() / options.softCap).tanh() * options.softCap;
}

void DotProductScores::uncap(const Eigen::Ref<const Matrix>& scores, Eigen::Ref<Matrix> d) const {
    d.array() *= 1 - (scores.array() / options.softCap).square();
}

void DotProductScores::addPart(MapStage part, const Rectangle& pairs, Index head, const QueryTile& tile,
                               Eigen::Ref<Matrix> scores) const {
    const RelativePositions& relative = options.relative;
    Tape& tape = query.tape();
    if (part == MapStage::ContentPosition && relative.key) {
        Tape::Scratch table(tape, relative.key.cols(), tile.queries);
        setProduct(table, ofHead(relative.key, head).value().transpose(), queries(pairs, head, tile));
        table *= factor();
        addByDistance(tile, table, scores);
    }
    if (part == MapStage::PositionContent && relative.query) {
        Tape::Scratch table(tape, relative.query.cols(), tile.keys);
        setProduct(table, ofHead(relative.query, head).value().transpose(), keys(pairs, neighbour(head, 0).key, tile));
        table *= factor();
        addByKeysDistance(tile, table, scores);
    }
    if (part == MapStage::Bias && relative.bias) {
        Tape::Scratch table(tape, relative.bias.cols(), tile.queries);
        table.colwise() = relative.bias.value().row(head).transpose();
        addByDistance(tile, table, scores);
    }
    if (part == MapStage::Bias && options.gaussian.deviation && !fades()) {
        const Numbers places = positions(tile);
        for (Index j = 0; j < tile.queries; ++j) {
            const Real sigma = deviation(pairs, head, tile.query + j);
            scores.col(j).array() -=
                (places - centre(pairs, head, tile.query + j)).square() * (1 / (2 * sigma * sigma));
        }
    }
}

void DotProductScores::relativeBackward(const Rectangle& pairs, Index head, const QueryTile& tile,
                                        const Eigen::Ref<const Matrix>& d) const {
    const RelativePositions& relative = options.relative;
    Tape& tape = query.tape();
    const Index w = width(), other = neighbour(head, 0).key;
    if (relative.key) {
        Tape::Scratch table(tape, relative.key.cols(), tile.queries);
        sumByDistance(tile, d, table);
        table *= factor();
        addProduct(query.gradientToAddTo().block(head * w, pairs.queryBegin + tile.query, w, tile.queries),
                   ofHead(relative.key, head).value(), table);
        ofHead(relative.key, head).addGradient(queries(pairs, head, tile) * table.transpose());
    }
    if (relative.query) {
        Tape::Scratch table(tape, relative.query.cols(), tile.keys);
        sumByKeysDistance(tile, d, table);
        table *= factor();
        addProduct(key.gradientToAddTo().block(other * w, pairs.keyBegin + tile.key, w, tile.keys),
                   ofHead(relative.query, head).value(), table);
        ofHead(relative.query, head).addGradient(keys(pairs, other, tile) * table.transpose());
    }
    if (relative.bias) {
        Tape::Scratch table(tape, relative.bias.cols(), tile.queries);
        sumByDistance(tile, d, table);
        relative.bias.block(head, 1).addGradient(table.rowwise().sum().transpose());
    }
}

Eigen::Array<Real, Eigen::Dynamic, 1> DotProductScores::bell(const Rectangle& pairs, Index head, const QueryTile& tile,
                                                             Index j) const {
    const Real sigma = deviation(pairs, head, tile.query + j);
    return ((positions(tile) - centre(pairs, head, tile.query + j)).square() * (-1 / (2 * sigma * sigma))).exp();
}

void DotProductScores::fade(const Rectangle& pairs, Index head, const QueryTile& tile,
                            Eigen::Ref<Matrix> weights) const {
    for (Index j = 0; j < tile.queries; ++j)
        weights.col(j).array() *= bell(pairs, head, tile, j);
}

bool DotProductScores::withinReach(const Rectangle& pairs, Index head, Index key_, Index query_) const {
    return std::abs(Real(key_) - centre(pairs, head, query_)) <= options.gaussian.reach;
}

void DotProductScores::hide(const Rectangle& pairs, Index head, const QueryTile& tile,
                            Eigen::Ref<Matrix> scores) const {
    for (Index number = 0; number < neighbours(head); ++number)
        applyMask(mask(head), tile, pairs.keys, scores.middleRows(number * tile.keys, tile.keys));
    if (!std::isfinite(options.gaussian.reach))
        return;
    for (Index j = 0; j < tile.queries; ++j)
        for (Index i = 0; i < tile.keys; ++i)
            if (!withinReach(pairs, head, tile.key + i, tile.query + j))
                scores(i, j) = -std::numeric_limits<Real>::infinity();
}

void DotProductScores::fadeBackward(const Rectangle& pairs, Index head, const QueryTile& tile,
                                    const Eigen::Ref<const Matrix>& d) const {
    const Var &deviations = options.gaussian.deviation, &centres = options.gaussian.centre;
    const Numbers places = positions(tile);
    for (Index j = 0; j < tile.queries; ++j) {
        const Index column = pairs.queryBegin + tile.query + j;
        const Real sigma = deviation(pairs, head, tile.query + j);
        const Numbers apart = places - centre(pairs, head, tile.query + j);
        if (deviations.needsGradient())
            deviations.gradientToAddTo()(head, deviations.cols() == 1 ? 0 : column) +=
                (d.col(j).array() * apart.square()).sum() / (sigma * sigma * sigma);
        if (centres && centres.needsGradient())
            centres.gradientToAddTo()(head, column) += (d.col(j).array() * apart).sum() / (sigma * sigma);
    }
}

void DotProductScores::backward(const Rectangle& pairs, Index head, const QueryTile& tile, Eigen::Ref<Matrix> d) const {
    const Index w = width();
    if (options.gaussian.deviation && !fades())
        fadeBackward(pairs, head, tile, d);
    relativeBackward(pairs, head, tile, d);
    d *= factor();
    const auto q = queries(pairs, head, tile);
    auto dQuery = query.gradientToAddTo().block(head * w, pairs.queryBegin + tile.query, w, tile.queries);
    for (Index number = 0; number < neighbours(head); ++number) {
        const Index other = neighbour(head, number).key;
        const auto own = d.middleRows(number * tile.keys, tile.keys);
        addProduct(dQuery, keys(pairs, other, tile), own);
        addProduct(key.gradientToAddTo().block(other * w, pairs.keyBegin + tile.key, w, tile.keys), q, own.transpose());
    }
}

} // namespace headlight
