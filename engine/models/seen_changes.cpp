#include "models/seen_changes.h"

#include "models/left_out.h"

#include <algorithm>

namespace headlight {

Intervention seenIn(Intervention changes, const std::vector<Sequence>& sequences) {
    const auto isIn = [&](int sequence, Index token) {
        return std::size_t(sequence) < sequences.size() &&
               mayHold(sequences[std::size_t(sequence)], std::size_t(token));
    };
    for (auto& [head, change] : changes.heads) {
        const auto isBeyond = [&, part = head.part](const auto& cell) {
            return !isIn(cell.sequence, cell.query) || !isIn(keySequenceOf(part, cell.sequence), cell.key);
        };
        std::erase_if(change.forbidden, isBeyond);
        std::erase_if(change.forced, isBeyond);
    }
    std::erase_if(changes.heads, [](const auto& change) { return change.second.isNothing(); });
    const std::vector<Sequence> marked = withLeftOut(sequences, changes.leftOut);
    std::erase_if(changes.leftOut, [&](const TokenPlace& place) {
        return std::size_t(place.sequence) >= marked.size() ||
               std::size_t(place.token) >= marked[std::size_t(place.sequence)].tokens.size() ||
               !marked[std::size_t(place.sequence)].tokens[std::size_t(place.token)].leftOut;
    });
    return changes;
}

} // namespace headlight
