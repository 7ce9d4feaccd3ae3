#pragma once

#include <functional>

namespace headlight {

/// Called now and then in work that may take long; what it throws leaves the work.
using Check = std::function<void()>;

} // namespace headlight
