#pragma once

#include "matrix/patch_map_painter.h"
#include "views/map_look.h"

namespace headlight {

class Recording;

/// One row of a map of an image's tokens, to be drawn over the image. std::invalid_argument for a map of another kind,
/// or a row that it has not.
PatchMapView patchesOf(const AttentionMap& map, const Recording& recording, int query, const MapLook& look = {});

} // namespace headlight
