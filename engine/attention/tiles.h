#pragma once

#include "attention/rectangle.h"
#include "nn/trace.h"

#include <span>

namespace headlight {

/// Masks of the heads of one attention layer. A kernel asks by head; the memory is the caller's until backward.
using HeadMasks = std::span<const HeadMask>;

/// A run of neighbouring queries of one sequence and the keys that any of them sees. Kernels hold scores of one tile at
/// a time, [keys × queries], so that their memory grows with the length and not with its square.
struct QueryTile {
    Index query = 0, queries = 0; ///< first query and count, within the sequence
    Index key = 0, keys = 0;      ///< first key and count; keys may be 0
    Index offset = 0;             ///< the rectangle's

    Index position() const { return offset + query; } ///< of the first query
};

/// How many queries a tile should have: about as many as a query sees keys, between 16 and 64. Of a narrow window,
/// taller tiles would hold mostly hidden pairs.
Index tileQueries(const HeadMask& mask, const Rectangle& pairs);

/// The tile of `queries` queries (fewer at the end) that starts at `query`.
QueryTile tileAt(const HeadMask& mask, Index query, Index queries, const Rectangle& pairs);

/// Calls work(tile) for all tiles of a sequence, from the end where queries see more keys: the memory of the first tile
/// then does for all others.
template <class Work>
void forEachTile(const HeadMask& mask, const Rectangle& pairs, Work work) {
    const Index queries = tileQueries(mask, pairs), tiles = (pairs.queries + queries - 1) / queries;
    const Mask::Interval first = mask.visibleKeys(pairs.offset, pairs.keys),
                         last = mask.visibleKeys(pairs.offset + pairs.queries - 1, pairs.keys);
    const bool growing = last.end - last.begin > first.end - first.begin;
    for (Index tile = 0; tile < tiles; ++tile)
        work(tileAt(mask, (growing ? tiles - 1 - tile : tile) * queries, queries, pairs));
}

/// scores [keys × queries] of a tile: adds the biases, puts −infinity where hidden. `keys` is how many the sequence
/// has.
void applyMask(const HeadMask& mask, const QueryTile& tile, Index keys, Eigen::Ref<Matrix> scores);

} // namespace headlight
