#pragma once

#include "models/given/given_maps.h"
#include "results/map_stage.h"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// Maps of our own documents and archives, which have several stages of each: the weights are kept, else the scores,
/// else a part of them.
class StagedMaps {
public:
    /// How good a stage is, the less the better; −1: no stage.
    static int rankOf(std::string_view stage) {
        const auto named = mapStageNamed(stage);
        if (!named)
            return -1;
        return *named == MapStage::Weight   ? 0
               : *named == MapStage::Score  ? 1
               : *named == MapStage::Masked ? 2
                                            : partRank;
    }
    static constexpr int partRank = 3; ///< of numbers from which no weights can be told

    void add(int rank, GivenMap map) {
        const auto [place, isNew] = m_best.try_emplace(map.address, rank, map);
        if (!isNew && rank < place->second.first)
            place->second = {rank, std::move(map)};
    }

    std::vector<GivenMap> all() const {
        std::vector<GivenMap> maps;
        for (const auto& [address, best] : m_best)
            maps.push_back(best.second);
        return maps;
    }

private:
    std::map<MapAddress, std::pair<int, GivenMap>> m_best;
};

} // namespace headlight
