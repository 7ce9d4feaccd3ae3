#pragma once

#include "results/image.h"

#include <vector>

namespace headlight {

enum class Resampling { Bilinear, Bicubic };

/// What one place of a shorter or longer axis is made of: neighbouring places with weights that add up to 1.
struct ResampleTaps {
    Index first = 0;
    std::vector<double> weights;
};

/// Of `to` places along an axis of `from`, as Pillow's resize() has them, and PyTorch's interpolate() with antialias:
/// a kernel that is as much wider as the axis becomes shorter, cut at its ends. The cubic one has a = −0.5.
std::vector<ResampleTaps> resampleTaps(Index from, Index to, Resampling kernel);

/// The same as PyTorch's interpolate() has them in its mode "bicubic" without antialias: four neighbours by the cubic
/// kernel with a = −0.75; what would lie outside is the place at the end.
std::vector<ResampleTaps> bicubicTaps(Index from, Index to);

/// The image in another size, to the bit as Pillow resizes it: along the rows, then along the columns, each time
/// rounded to bytes, with weights of 22 bits behind the point.
Image resized(const Image& image, Index height, Index width, Resampling kernel);

} // namespace headlight
