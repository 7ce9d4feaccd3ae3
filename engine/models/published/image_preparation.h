#pragma once

#include "models/published/resample.h"

#include <array>
#include <filesystem>
#include <vector>

namespace headlight {

/// What becomes of an image before a published model sees it: preprocessor_config.json.
struct ImagePreparation {
    Index height = 0, width = 0; ///< it is made as large, whatever its proportions; 0: see `shorter`
    Index shorter = 0;           ///< its shorter side becomes as long, its proportions stay; 0: it keeps its size
    Resampling resampling = Resampling::Bilinear;
    Index cropHeight = 0, cropWidth = 0; ///< the middle is cut out, black where there is nothing; 0: all is kept
    double scale = 1;                    ///< of bytes
    std::array<double, 3> mean = {0, 0, 0}, deviation = {1, 1, 1}; ///< of each channel, behind `scale`

    /// Resized and cropped. Error for an image that would become too large.
    Image fitted(const Image& image) const;
    /// (scale · byte − mean) / deviation, [channels × height × width].
    std::vector<float> numbersOf(const Image& image) const;
};

/// Of a model's folder. Error naming the file and the entry when it is missing, wrong, or asks for what is not done
/// here.
ImagePreparation readImagePreparation(const std::filesystem::path& folder);

} // namespace headlight
