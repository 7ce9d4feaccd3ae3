#include "results/intervention.h"

#include <algorithm>

namespace headlight {

static auto isAt(const HeadCell& cell) {
    return [cell](const ForcedCell& forced) { return forced.place() == cell; };
}

CellMark HeadChange::markOf(const HeadCell& cell) const {
    if (std::any_of(forced.begin(), forced.end(), isAt(cell)))
        return CellMark::Forced;
    const bool isForbidden = std::find(forbidden.begin(), forbidden.end(), cell) != forbidden.end();
    return isForbidden ? CellMark::Forbidden : CellMark::None;
}

void HeadChange::mark(const HeadCell& cell, CellMark as) {
    if (markOf(cell) == as)
        return;
    std::erase(forbidden, cell);
    std::erase_if(forced, isAt(cell));
    if (as == CellMark::Forbidden)
        forbidden.push_back(cell);
    else if (as == CellMark::Forced)
        forced.push_back({cell.query, cell.key, 1, cell.sequence});
}

Intervention ofSequence(Intervention changes, int sequence) {
    const auto keep = [sequence](auto& cells) {
        std::erase_if(cells, [sequence](const auto& cell) { return cell.sequence != sequence; });
        for (auto& cell : cells)
            cell.sequence = 0;
    };
    for (auto& [head, change] : changes.heads) {
        keep(change.forbidden);
        keep(change.forced);
    }
    return changes;
}

} // namespace headlight
