#include "core/layout.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace headlight {

Layout::Layout(const std::vector<Index>& lengths) {
    for (const Index length : lengths)
        add(length, std::uint64_t(sequences()));
}

void Layout::add(Index length, std::uint64_t id, Index position) {
    if (length < 1)
        throw std::invalid_argument("Layout::add: expected a length of at least 1, got " + std::to_string(length));
    if (position < 0)
        throw std::invalid_argument("Layout::add: expected a position of at least 0, got " + std::to_string(position));
    m_offsets.push_back(tokens() + length);
    m_ids.push_back(id);
    m_positions.push_back(position);
}

Index Layout::longest() const {
    Index longest = 0;
    for (Index s = 0; s < sequences(); ++s)
        longest = std::max(longest, length(s));
    return longest;
}

Index Layout::positions() const {
    Index positions = 0;
    for (Index s = 0; s < sequences(); ++s)
        positions = std::max(positions, position(s) + length(s));
    return positions;
}

} // namespace headlight
