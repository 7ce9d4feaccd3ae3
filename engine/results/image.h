#pragma once

#include "results/index.h"

#include <cstdint>
#include <vector>

namespace headlight {

/// An image as plain numbers.
struct Image {
    Index height = 0, width = 0;
    std::vector<std::uint8_t> pixels = {}; ///< red, green, blue, row by row from the top: [height × width × 3]
    bool operator==(const Image&) const = default;
};

/// What a model has read of an image: as large as the model sees it, cut into squares, each of which is a token.
struct PatchedImage {
    Image image;     ///< height and width are multiples of `patch`
    Index patch = 1; ///< pixels along a patch's side
    Index rows() const { return image.height / patch; }
    Index columns() const { return image.width / patch; }
};

} // namespace headlight
