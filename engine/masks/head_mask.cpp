#include "masks/head_mask.h"

#include <algorithm>
#include <limits>

namespace headlight {

namespace {

bool isBefore(const ForcedCell& cell, const HeadCell& place) {
    return cell.place() < place;
}

bool holds(const std::vector<ForcedCell>& forced, const HeadCell& place) {
    const auto found = std::lower_bound(forced.begin(), forced.end(), place, isBefore);
    return found != forced.end() && found->place() == place;
}

/// Those of a query that add up to more than 1 are divided by their sum.
void limitSums(std::vector<ForcedCell>& forced) {
    for (auto begin = forced.begin(), end = begin; begin != forced.end(); begin = end) {
        double sum = 0;
        for (; end != forced.end() && end->query == begin->query; ++end)
            sum += end->weight;
        for (auto cell = begin; sum > 1 && cell != end; ++cell)
            cell->weight /= sum;
    }
}

} // namespace

HeadMask::HeadMask(Mask mask, std::vector<HeadCell> forbidden, std::vector<ForcedCell> forced)
    : m_mask(mask), m_forbidden(std::move(forbidden)), m_forced(std::move(forced)) {
    std::sort(m_forced.begin(), m_forced.end(),
              [](const ForcedCell& a, const ForcedCell& b) { return a.place() < b.place(); });
    std::sort(m_forbidden.begin(), m_forbidden.end());
    std::erase_if(m_forbidden, [this](const HeadCell& cell) { return holds(m_forced, cell); });
    limitSums(m_forced);
}

HeadMask HeadMask::inBlocks(Index size) const {
    return HeadMask(Mask::parse(m_mask.text() + "+block(" + std::to_string(size) + ")"), m_forbidden, m_forced);
}

Real HeadMask::bias(Index key, Index query) const {
    return isTaken(key, query) ? -std::numeric_limits<Real>::infinity() : m_mask.bias(key, query);
}

bool HeadMask::isTaken(Index key, Index query) const {
    const HeadCell place{query, key};
    return std::binary_search(m_forbidden.begin(), m_forbidden.end(), place) || holds(m_forced, place);
}

} // namespace headlight
