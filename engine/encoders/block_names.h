#pragma once

#include "core/layout.h"

#include <string>
#include <vector>

namespace headlight {

/// What the blocks of one sentence are called in maps: the places of their first and last tokens, "0–2"; "3" for a
/// single one. The layout's sequences are the blocks.
std::vector<std::string> blockNames(const Layout& blocks);

} // namespace headlight
