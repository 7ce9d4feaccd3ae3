#pragma once

#include "attention/dot_product.h"

namespace headlight {

/// The scores of dotProductAttention(), tile by tile: shared by its forward, its backward and its traces. A tile holds
/// the keys of all neighbours of the head's area one below the other: [neighbours·keys × queries].
struct DotProductScores {
    Var query, key;
    DotProductOptions options;

    Index width() const { return query.rows() / options.heads; }
    /// Heads of the queries that share one of the keys.
    Index sharing() const { return query.rows() / key.rows(); }
    Real factor() const;
    const HeadMask& mask(Index head) const { return options.masks[std::size_t(head)]; }
    Index neighbours(Index head) const { return options.area.count(head, options.heads); }
    HeadArea::Neighbour neighbour(Index head, Index number) const {
        const Index groups = sharing();
        return options.area.neighbour(head / groups, options.heads / groups, number);
    }
    auto queries(const Rectangle& pairs, Index head, const QueryTile& tile) const {
        return query.value().block(head * width(), pairs.queryBegin + tile.query, width(), tile.queries);
    }
    /// `head` of the keys.
    auto keys(const Rectangle& pairs, Index head, const QueryTile& tile) const {
        return key.value().block(head * width(), pairs.keyBegin + tile.key, width(), tile.keys);
    }

    /// All scores, also of hidden keys, with the bell where that is its place.
    void raw(const Rectangle& pairs, Index head, const QueryTile& tile, Eigen::Ref<Matrix> scores) const;
    /// What they are the sum of, before the cap; empty where the dot product is all.
    std::vector<MapStage> parts() const;
    /// One of these alone.
    void rawPart(MapStage part, const Rectangle& pairs, Index head, const QueryTile& tile,
                 Eigen::Ref<Matrix> scores) const;
    /// Adds the mask's biases and puts −infinity where the mask or the bias's reach hides.
    void hide(const Rectangle& pairs, Index head, const QueryTile& tile, Eigen::Ref<Matrix> scores) const;
    bool withinReach(const Rectangle& pairs, Index head, Index key_, Index query_) const;
    /// d, the gradient of the scores, becomes that of the scores before the cap.
    void uncap(const Eigen::Ref<const Matrix>& scores, Eigen::Ref<Matrix> d) const;
    /// Adds to the gradients of all that the scores were made from; `d`, the gradient of the scores before the cap, is
    /// spent.
    void backward(const Rectangle& pairs, Index head, const QueryTile& tile, Eigen::Ref<Matrix> d) const;

    /// Whether the bell multiplies the weights.
    bool fades() const { return options.gaussian.deviation && options.gaussian.place == GaussianBias::Place::Weights; }
    /// The bell's factors for the keys of a tile's j-th query.
    Eigen::Array<Real, Eigen::Dynamic, 1> bell(const Rectangle& pairs, Index head, const QueryTile& tile,
                                               Index j) const;
    /// Multiplies weights [keys × queries] by the bell.
    void fade(const Rectangle& pairs, Index head, const QueryTile& tile, Eigen::Ref<Matrix> weights) const;
    /// Adds to the gradients of deviation and centre; `d` is the gradient of the bell's exponents E.
    void fadeBackward(const Rectangle& pairs, Index head, const QueryTile& tile,
                      const Eigen::Ref<const Matrix>& d) const;

private:
    /// Vectors of distances that a head's queries, or keys, meet.
    Var ofHead(const Var& vectors, Index head) const {
        return vectors.rows() == width() ? vectors : vectors.block(head * width(), width());
    }
    void setContent(const Rectangle& pairs, Index head, const QueryTile& tile, Eigen::Ref<Matrix> scores) const;
    /// Adds what belongs to a distance: MapStage::ContentPosition, PositionContent or Bias.
    void addPart(MapStage part, const Rectangle& pairs, Index head, const QueryTile& tile,
                 Eigen::Ref<Matrix> scores) const;
    void relativeBackward(const Rectangle& pairs, Index head, const QueryTile& tile,
                          const Eigen::Ref<const Matrix>& d) const;
    Real centre(const Rectangle& pairs, Index head, Index query_) const;
    Real deviation(const Rectangle& pairs, Index head, Index query_) const;
};

/// scores [keys × queries] += the entry of table [distances × queries] that belongs to each pair's distance.
void addByDistance(const QueryTile& tile, const Eigen::Ref<const Matrix>& table, Eigen::Ref<Matrix> scores);
/// table [distances × queries] = the sums of the numbers [keys × queries] of each distance.
void sumByDistance(const QueryTile& tile, const Eigen::Ref<const Matrix>& numbers, Eigen::Ref<Matrix> table);
/// The same of a table [distances × keys], by the pair's key.
void addByKeysDistance(const QueryTile& tile, const Eigen::Ref<const Matrix>& table, Eigen::Ref<Matrix> scores);
void sumByKeysDistance(const QueryTile& tile, const Eigen::Ref<const Matrix>& numbers, Eigen::Ref<Matrix> table);

} // namespace headlight
