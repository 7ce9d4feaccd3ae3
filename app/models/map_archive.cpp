#include "models/map_archive.h"

#include "core/npz.h"

#include <algorithm>
#include <limits>

namespace headlight {

void writeMapArchive(const Analysis& analysis, const FeatureChoice& choice, const std::filesystem::path& path) {
    NpzWriter archive;
    archive.addTexts("tokens", analysis.tokens);
    for (const AttentionMap& map : analysis.maps) {
        if (map.choice != choice)
            continue;
        std::vector<float> values = map.values;
        if (map.stage != MapStage::Weight)
            for (std::size_t cell = 0; cell < map.visible.size(); ++cell)
                if (!map.visible[cell])
                    std::fill_n(values.begin() + std::ptrdiff_t(cell) * map.features, map.features,
                                std::numeric_limits<float>::quiet_NaN());
        std::vector<std::int64_t> shape{map.keys};
        if (hasQueries(map.kind))
            shape.insert(shape.begin(), map.queries);
        if (map.features > 1)
            shape.push_back(map.features);
        archive.add(std::string("L") + std::to_string(map.layer) + ".H" + std::to_string(map.head) + "." +
                        nameOf(map.stage),
                    shape, values);
    }
    archive.save(path);
}

} // namespace headlight
