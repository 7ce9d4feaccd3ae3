#pragma once

#include "core/real.h"

namespace headlight {

/// What the answer to an example should be: a label, or a score between two labels that are neighbouring levels.
struct Target {
    int label = 0;
    Real above = 0; ///< 0 … 1: the share of the label after it

    Target(int label_, Real above_ = 0) : label(label_), above(above_) {}
};

} // namespace headlight
