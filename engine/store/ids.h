#pragma once

#include <cstdint>

namespace headlight {

/// Numbers of the rows of a store.
using RunId = std::int64_t;
using SweepId = std::int64_t;

} // namespace headlight
