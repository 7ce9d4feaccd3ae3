#pragma once

#include "results/intervention.h"

namespace headlight {

/// The same changes, without a minus before a zero: "-0" is typed easily, means 0, and would stand in files and lines.
Intervention withPlainZeros(Intervention changes);

} // namespace headlight
