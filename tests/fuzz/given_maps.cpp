#include "models/given/given_model.h"

#include "fuzz/targets.h"

#include <cmath>

namespace {

/// Every text is read, and the first and the last of its maps are made.
void lookAtAll(std::string_view bytes, const std::string& name) {
    using namespace headlight;
    using fuzz::require;
    const GivenMaps maps = givenMapsOf(std::string(bytes), name);
    require(!maps.texts.empty(), "there is a text");
    for (const GivenText& text : maps.texts) {
        require(!text.maps.empty(), "a text has maps");
        for (const GivenMap& map : text.maps) {
            require(map.kind.has_value(), "a map is of some kind");
            require(map.queries > 0 && map.keys > 0 && map.features > 0, "a map has cells");
        }
    }
    const GivenModel model(maps);
    for (std::size_t number = 0; number < std::min<std::size_t>(maps.texts.size(), 3); ++number) {
        auto sequences = model.read({model.examples()[number].text});
        Intervention changes;
        changes.leftOut = {{0, 1}};
        const auto recording = model.run(std::move(sequences), changes, {});
        for (const GivenMap* given : {&maps.texts[number].maps.front(), &maps.texts[number].maps.back()}) {
            if (given->queries * given->keys * given->features > 10'000)
                continue;
            for (const MapStage stage : {MapStage::Score, MapStage::Masked, MapStage::Weight}) {
                const AttentionMap map = recording->map({given->address, given->sequence, stage});
                require(map.values.size() == std::size_t(map.queries * map.keys * map.features),
                        "each cell has a number");
            }
            recording->glance({given->address, given->sequence}, 8);
        }
    }
}

} // namespace

void headlight::fuzz::readGivenArrays(std::string_view bytes) {
    lookAtAll(bytes, "maps.npz");
}

void headlight::fuzz::readGivenJson(std::string_view bytes) {
    lookAtAll(bytes, "maps.json");
}
