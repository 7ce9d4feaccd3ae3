#pragma once

#include "engine/masks/mask.h"

#include <string>

namespace headlight {

/// The mask over a sentence of that length as PNG, SVG or PDF, by the extension. Error when it can't be written.
void writeMaskPicture(const Mask& mask, Index length, const std::string& path, bool dark);

} // namespace headlight
