#pragma once

#include "viewmodels/mask_gallery.h"

#include <string>

namespace headlight {

/// The mask as PNG, SVG or PDF, by the extension. Error when it can't be written.
void writeMaskPicture(const MaskShape& shape, const std::string& path, bool dark);

} // namespace headlight
