#pragma once

#include "figure/figure_options.h"
#include "viewmodels/mask_gallery.h"

#include <string>

namespace headlight {

/// The mask as PNG, SVG or PDF, by the extension. Error when it can't be written.
void writeMaskPicture(const MaskShape& shape, const std::string& path, const FigureOptions& figure);

} // namespace headlight
