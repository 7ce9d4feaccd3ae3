#pragma once

#include "results/map_address.h"

namespace headlight {

/// A head of the encoder, or of another part of its layers.
inline MapAddress at(int layer, int head, MapPart part = MapPart::Self) {
    return {Stack::Encoder, layer, part, head};
}

} // namespace headlight
