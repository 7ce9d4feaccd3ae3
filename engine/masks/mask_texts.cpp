#include "masks/mask_texts.h"

namespace headlight {

std::vector<std::string> textsOf(const std::vector<Mask>& masks) {
    std::vector<std::string> texts;
    for (const Mask& mask : masks)
        texts.push_back(mask.text());
    return texts;
}

} // namespace headlight
