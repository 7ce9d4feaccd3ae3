#include "masks/head_mask.h"

#include <algorithm>
#include <limits>

namespace headlight {

HeadMask HeadMask::inBlocks(Index size) const {
    return HeadMask(Mask::parse(m_mask.text() + "+block(" + std::to_string(size) + ")"), m_forbidden);
}

Real HeadMask::bias(Index key, Index query) const {
    return isForbidden(key, query) ? -std::numeric_limits<Real>::infinity() : m_mask.bias(key, query);
}

bool HeadMask::isForbidden(Index key, Index query) const {
    return std::find(m_forbidden.begin(), m_forbidden.end(), HeadCell{query, key}) != m_forbidden.end();
}

} // namespace headlight
