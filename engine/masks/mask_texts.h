#pragma once

#include "masks/mask.h"

#include <string>
#include <vector>

namespace headlight {

/// What each mask is written as, in order.
std::vector<std::string> textsOf(const std::vector<Mask>& masks);

} // namespace headlight
