#pragma once

#include "nn/map_source.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace headlight {

/// Makes the rows of a small map from those of a large one, which come in order. A score is there behind a mask, too:
/// where nothing else is seen.
class SmallMap {
public:
    /// `height` rows and `width` columns of the large map become one of `map`.
    SmallMap(AttentionMap& map, Index height, Index width) : m_map(map), m_height(height), m_width(width) {}

    void add(const MapRow& row) {
        const std::size_t keys = row.values.size();
        if (row.query % m_height == 0) {
            m_largest.assign(keys, -std::numeric_limits<float>::infinity());
            m_visible.assign(keys, 0);
            m_behind.assign(isBeforeMask(m_map.stage) ? keys : 0, -std::numeric_limits<float>::infinity());
        }
        const float* const values = row.values.data();
        const std::uint8_t* const seen = row.visible.data();
        float* const largest = m_largest.data();
        for (std::size_t key = 0; key < keys; ++key) { // several at a time: no branch, and nothing else is written
            const float value = seen[key] ? values[key] : -std::numeric_limits<float>::infinity();
            largest[key] = largest[key] < value ? value : largest[key];
        }
        for (std::size_t key = 0; key < m_behind.size(); ++key)
            m_behind[key] = std::max(m_behind[key], seen[key] ? -std::numeric_limits<float>::infinity() : values[key]);
        std::uint8_t* const visible = m_visible.data();
        for (std::size_t key = 0; key < keys; ++key)
            visible[key] |= seen[key];
        if ((row.query + 1) % m_height == 0 || row.query / m_height + 1 == m_map.queries)
            narrow(row.query / m_height); // the last rows may be fewer: they are written after each
    }

private:
    /// Writes a row of the small map.
    void narrow(Index query) {
        std::size_t cell = std::size_t(query * m_map.keys);
        for (std::size_t key = 0; key < m_largest.size(); ++cell) {
            const std::size_t first = key, end = std::min(key + std::size_t(m_width), m_largest.size());
            for (; key < end; ++key) {
                m_map.values[cell] = std::max(m_map.values[cell], m_largest[key]);
                m_map.visible[cell] |= m_visible[key];
            }
            if (!m_map.visible[cell] && !m_behind.empty())
                m_map.values[cell] =
                    *std::max_element(m_behind.begin() + std::ptrdiff_t(first), m_behind.begin() + std::ptrdiff_t(end));
        }
    }

    AttentionMap& m_map;
    Index m_height, m_width;
    std::vector<float> m_largest, m_behind;
    std::vector<std::uint8_t> m_visible; ///< any of the rows sees the key
};

} // namespace headlight
