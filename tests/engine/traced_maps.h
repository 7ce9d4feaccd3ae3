#pragma once

#include "nn/trace.h"

#include <algorithm>

namespace headlight {

/// All maps of a pass by address, each stage that a head has, with all features.
inline std::vector<AttentionMap> mapsOf(const Trace& trace) {
    auto sources = trace.sources();
    std::stable_sort(sources.begin(), sources.end(),
                     [](const auto& a, const auto& b) { return a->address < b->address; });
    std::vector<AttentionMap> maps;
    for (const auto& source : sources) {
        if (isAttention(source->address.part))
            for (const MapStage stage : {MapStage::Score, MapStage::Masked})
                maps.push_back(mapOf(*source, stage, {}));
        maps.push_back(mapOf(*source, MapStage::Weight, {}));
    }
    return maps;
}

} // namespace headlight
