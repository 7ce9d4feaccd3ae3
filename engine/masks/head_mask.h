#pragma once

#include "masks/mask.h"
#include "results/intervention.h"

#include <span>
#include <vector>

namespace headlight {

/// Which keys a head's queries see, after replacements: the mask of its layout, less single cells that are forbidden or
/// whose weight is forced. Keys and queries are positions, as for a Mask. A forced cell has no part in the softmax: its
/// weight is given to it behind that (attention/forced_cells.h). All cells are of the one sequence that is read
/// (ofSequence).
class HeadMask {
public:
    HeadMask(Mask mask, std::vector<HeadCell> forbidden = {}, std::vector<ForcedCell> forced = {});

    std::string text() const { return m_mask.text(); }
    /// The same within blocks of `size` tokens.
    HeadMask inBlocks(Index size) const;
    bool visible(Index key, Index query) const { return m_mask.visible(key, query) && !isTaken(key, query); }
    /// 0, a negative distance, or −infinity when hidden.
    Real bias(Index key, Index query) const;
    /// Mask::biasAt: for kernels that need it for a pair more than once.
    Real biasAt(Index distance) const { return m_mask.biasAt(distance); }
    /// The smallest interval known to hold every visible key.
    Mask::Interval visibleKeys(Index query, Index keys) const { return m_mask.visibleKeys(query, keys); }
    /// Every key of the interval is visible, with bias 0.
    bool isPlainInterval() const { return m_forbidden.empty() && m_forced.empty() && m_mask.isPlainInterval(); }

    /// By query, then key; none is forced as well.
    std::span<const HeadCell> forbidden() const { return m_forbidden; }
    /// By query, then key; those of a query add up to 1 at most.
    std::span<const ForcedCell> forced() const { return m_forced; }

private:
    bool isTaken(Index key, Index query) const; ///< forbidden or forced
    Mask m_mask;
    std::vector<HeadCell> m_forbidden;
    std::vector<ForcedCell> m_forced;
};

} // namespace headlight
