#pragma once

#include "models/given/given_maps.h"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// Maps of our own documents and archives, which have up to three stages of each: the weights are kept, else the
/// scores.
class StagedMaps {
public:
    /// How good a stage is, the less the better; −1: no stage.
    static int rankOf(std::string_view stage) {
        return stage == "weight" ? 0 : stage == "score" ? 1 : stage == "masked" ? 2 : -1;
    }

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
