#pragma once

#include "attention/rectangle.h"
#include "attention/tiles.h"
#include "autodiff/tape.h"

namespace headlight {

/// Weights that a user gave to pairs (HeadChange::forced), put into the result of an attention [heads·d × queries]. The
/// masks have hidden these keys from the softmax, so what the others share is made less in one factor, whatever the
/// mechanism: out = (1 − Σ W) out + Σ W value. With vectors of the distance (`relative`, dot_product.h) these join the
/// value. In an area of heads the value is the head's own.
///
/// For inference: backward does not know of it.
void putForced(Var result, Var value, const AttentionLayouts& layouts, HeadMasks masks, Var relative = {});

} // namespace headlight
