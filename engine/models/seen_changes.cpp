#include "models/seen_changes.h"

#include "models/left_out.h"

#include <algorithm>

namespace headlight {

Intervention seenIn(Intervention changes, const std::vector<Sequence>& sequences) {
    const auto tokensOf = [&](int sequence) {
        return std::size_t(sequence) < sequences.size() ? Index(sequences[std::size_t(sequence)].tokens.size()) : 0;
    };
    const auto isBeyond = [&](const auto& cell) { return std::max(cell.query, cell.key) >= tokensOf(cell.sequence); };
    for (auto& [head, change] : changes.heads) {
        std::erase_if(change.forbidden, isBeyond);
        std::erase_if(change.forced, isBeyond);
    }
    std::erase_if(changes.heads, [](const auto& change) { return change.second.isNothing(); });
    const std::vector<Sequence> marked = withLeftOut(sequences, changes.leftOut);
    std::erase_if(changes.leftOut, [&](const TokenPlace& place) {
        return place.token >= tokensOf(place.sequence) ||
               !marked[std::size_t(place.sequence)].tokens[std::size_t(place.token)].leftOut;
    });
    return changes;
}

} // namespace headlight
