#include "masks/mask.h"

#include "fuzz/targets.h"

void headlight::fuzz::readMasks(std::string_view bytes) {
    const std::vector<Mask> masks = parseMasks(bytes);
    require(parseMasks(printMasks(masks)) == masks, "what is printed is the same masks");
    constexpr Index length = 5;
    for (std::size_t head = 0; head < masks.size() && head < 16; ++head)
        for (Index query = 0; query < length; ++query) {
            const Mask::Interval seen = masks[head].visibleKeys(query, length);
            for (Index key = 0; key < length; ++key)
                if (masks[head].visible(key, query))
                    require(key >= seen.begin && key < seen.end, "what is visible lies in the interval");
        }
    attempt([&] { spreadOver(masks, 8); });
}
