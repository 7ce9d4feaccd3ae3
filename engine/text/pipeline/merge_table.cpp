#include "text/pipeline/merge_table.h"

#include <bit>

namespace headlight {

MergeTable::MergeTable(const std::vector<Merge>& merges)
    : m_places(std::bit_ceil(2 * merges.size() + 2), Merge{-1, -1, 0, 0}), m_mask(m_places.size() - 1) {
    for (const Merge& merge : merges) {
        std::size_t place = start(merge.left, merge.right) & m_mask;
        while (m_places[place].left >= 0 &&
               !(m_places[place].left == merge.left && m_places[place].right == merge.right))
            place = (place + 1) & m_mask;
        m_places[place] = merge;
    }
}

} // namespace headlight
