#pragma once

#include "core/check.h"
#include "models/given/given_maps.h"
#include "nn/map_source.h"

#include <memory>
#include <vector>

namespace headlight {

/// Which tokens of a map's axes are shown, by their places in the file; empty: all.
struct GivenPlaces {
    std::vector<std::int64_t> queries = {}, keys = {};
};

/// The map as what maps are made of. Its numbers are read when they are asked for; which cells are hidden is looked up
/// now, a bit for each.
std::shared_ptr<const MapSource> givenSource(const GivenMap& map, const GivenPlaces& places, const Check& check);

} // namespace headlight
