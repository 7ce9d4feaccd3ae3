#pragma once

#include <cstddef>

namespace headlight {

using Index = std::ptrdiff_t; ///< Eigen's

} // namespace headlight
