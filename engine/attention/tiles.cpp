#include "attention/tiles.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace headlight {

Index tileQueries(const HeadMask& mask, const Rectangle& pairs) {
    Index widest = 0;
    for (Index j = 0; j < pairs.queries && widest < 64; ++j) {
        const Mask::Interval keys = mask.visibleKeys(pairs.offset + j, pairs.keys);
        widest = std::max(widest, keys.end - keys.begin);
    }
    return std::clamp<Index>((widest + 7) / 8 * 8, 16, 64);
}

QueryTile tileAt(const HeadMask& mask, Index query, Index queries, const Rectangle& pairs) {
    QueryTile tile;
    tile.query = query;
    tile.queries = std::min(queries, pairs.queries - query);
    tile.offset = pairs.offset;
    Index begin = pairs.keys, end = 0;
    for (Index j = 0; j < tile.queries; ++j) {
        const Mask::Interval keys = mask.visibleKeys(tile.position() + j, pairs.keys);
        if (keys.begin < keys.end) {
            begin = std::min(begin, keys.begin);
            end = std::max(end, keys.end);
        }
    }
    tile.key = begin < end ? begin : 0;
    tile.keys = begin < end ? end - begin : 0;
    return tile;
}

void applyMask(const HeadMask& mask, const QueryTile& tile, Index keys, Eigen::Ref<Matrix> scores) {
    constexpr Real hidden = -std::numeric_limits<Real>::infinity();
    const bool plain = mask.isPlainInterval();
    Vector biases; // by distance: the logarithm of one may be among them
    if (!plain) {
        const Index last = tile.position() + tile.queries - 1, end = tile.key + tile.keys - 1;
        biases.resize(std::max({last - tile.key, end - tile.position(), Index(0)}) + 1);
        for (Index distance = 0; distance < biases.size(); ++distance)
            biases(distance) = mask.biasAt(distance);
    }
    for (Index j = 0; j < tile.queries; ++j) {
        const Mask::Interval seen = mask.visibleKeys(tile.position() + j, keys);
        const Index begin = std::clamp<Index>(seen.begin - tile.key, 0, tile.keys);
        const Index end = std::clamp<Index>(seen.end - tile.key, begin, tile.keys);
        scores.col(j).head(begin).setConstant(hidden);
        scores.col(j).segment(end, tile.keys - end).setConstant(hidden);
        if (!plain)
            for (Index i = begin; i < end; ++i) {
                const Index key = tile.key + i, query = tile.position() + j;
                scores(i, j) += mask.visible(key, query) ? biases(std::abs(key - query)) : hidden;
            }
    }
}

} // namespace headlight
