#pragma once

#include "style/series_look.h"

#include <array>

namespace headlight {

/// Of the k-th of up to ten curves that must be told apart wherever they cross: the palette's hues that are farthest
/// from each other, the second five of them dashed.
inline SeriesLook distinctLook(int k) {
    static constexpr std::array hues{0, 1, 2, 3, 4, 6, 7, 8, 11, 9};
    const int hue = hues[std::size_t(k) % hues.size()];
    return {std::size_t(k) % hues.size() < hues.size() / 2 ? hue : hue + seriesColorCount};
}

} // namespace headlight
