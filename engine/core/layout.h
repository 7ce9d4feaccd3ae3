#pragma once

#include "core/matrix.h"

#include <cstdint>
#include <vector>

namespace headlight {

/// Where the sequences of a packed batch lie: tokens of all sequences side by side, without padding.
/// Sequence s owns the columns [begin(s), end(s)) of every [features × tokens] activation. A sequence has at least one
/// token.
///
/// What is computed may be the rest of a sequence whose first tokens were computed before (a cache holds their keys and
/// values): its tokens then stand at the positions from position(s) on.
///
/// Each sequence has an id that is the same however the batch is cut into shards; random streams are keyed by it.
class Layout {
public:
    Layout() = default;
    explicit Layout(const std::vector<Index>& lengths);

    void add(Index length, std::uint64_t id, Index position = 0);

    Index sequences() const { return Index(m_offsets.size()) - 1; }
    Index tokens() const { return m_offsets.back(); }
    Index begin(Index sequence) const { return m_offsets[std::size_t(sequence)]; }
    Index end(Index sequence) const { return m_offsets[std::size_t(sequence) + 1]; }
    Index length(Index sequence) const { return end(sequence) - begin(sequence); }
    std::uint64_t id(Index sequence) const { return m_ids[std::size_t(sequence)]; }
    /// Of its first token in the whole sequence.
    Index position(Index sequence) const { return m_positions[std::size_t(sequence)]; }
    Index longest() const;
    /// How many positions there must be, so that every token has one.
    Index positions() const;

private:
    std::vector<Index> m_offsets = {0};
    std::vector<std::uint64_t> m_ids;
    std::vector<Index> m_positions;
};

} // namespace headlight
