#include "models/published/image_preparation.h"
#include "fuzz/scratch.h"
#include "fuzz/targets.h"

#include <algorithm>
#include <cmath>

/// preprocessor_config.json. What is accepted is then done to an image, unless it would become a large one.
void headlight::fuzz::readImagePreparationFile(std::string_view bytes) {
    static const Scratch scratch;
    const std::filesystem::path file = scratch.write("preprocessor_config.json", bytes);
    const ImagePreparation preparation = readImagePreparation(file.parent_path());
    if (std::max({preparation.height, preparation.width, preparation.shorter, preparation.cropHeight,
                  preparation.cropWidth}) > 64)
        return;
    const Image image = preparation.fitted({3, 2, std::vector<std::uint8_t>(18, 200)});
    require(Index(image.pixels.size()) == image.height * image.width * 3, "an image has all of its pixels");
    for (const float number : preparation.numbersOf(image))
        require(std::isfinite(number), "what is accepted computes numbers");
}
