#pragma once

#include "results/attention_map.h"
#include "results/value_counts.h"

#include <cstdint>
#include <span>
#include <vector>

namespace headlight {

/// Counts the visible numbers of a map, query after query.
class ValueCounter {
public:
    /// `rowsAreShares`: weights, of which a single visible one is 1 whatever the head does.
    explicit ValueCounter(bool rowsAreShares);
    void add(std::span<const float> values, std::span<const std::uint8_t> visible);
    ValueCounts counts() const;

private:
    void count(std::span<const float> seen);

    bool m_rowsAreShares;
    ValueCounts m_found;
    std::vector<float> m_alone; ///< of queries that see one key
    std::vector<float> m_seen;  ///< by one query
    std::vector<std::uint32_t> m_bins;
};

/// Of a map with one number a cell.
ValueCounts valueCounts(const AttentionMap& map);

} // namespace headlight
