#pragma once

#include "core/choice.h"

namespace headlight {

/// How a sentence's tokens become one vector.
enum class Pooling { SourceToToken, Additive, Mean, Max };

/// "source2token", "additive", "mean", "max".
const ChoiceNames<Pooling>& poolingNames();

} // namespace headlight
