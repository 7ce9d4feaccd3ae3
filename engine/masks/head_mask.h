#pragma once

#include "masks/mask.h"
#include "results/intervention.h"

#include <vector>

namespace headlight {

/// Which keys a head's queries see, after replacements: the mask of its layout, less single forbidden cells. Keys and
/// queries are positions, as for a Mask.
class HeadMask {
public:
    HeadMask(Mask mask, std::vector<HeadCell> forbidden = {}) : m_mask(mask), m_forbidden(std::move(forbidden)) {}

    std::string text() const { return m_mask.text(); }
    /// The same within blocks of `size` tokens.
    HeadMask inBlocks(Index size) const;
    bool visible(Index key, Index query) const { return m_mask.visible(key, query) && !isForbidden(key, query); }
    /// 0, a negative distance, or −infinity when hidden.
    Real bias(Index key, Index query) const;
    /// Mask::biasAt: for kernels that need it for a pair more than once.
    Real biasAt(Index distance) const { return m_mask.biasAt(distance); }
    /// The smallest interval known to hold every visible key.
    Mask::Interval visibleKeys(Index query, Index keys) const { return m_mask.visibleKeys(query, keys); }
    /// Every key of the interval is visible, with bias 0.
    bool isPlainInterval() const { return m_forbidden.empty() && m_mask.isPlainInterval(); }

private:
    bool isForbidden(Index key, Index query) const;
    Mask m_mask;
    std::vector<HeadCell> m_forbidden;
};

} // namespace headlight
