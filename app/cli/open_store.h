#pragma once

#include "store/store.h"

#include <string>

namespace headlight {

/// The store that --store names (empty: the usual one), for commands that look at what is there: they make none, so
/// that a mistyped path is told. Error when there is no such file.
Store openStore(const std::string& option);

} // namespace headlight
