#pragma once

#include "results/intervention.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace headlight {

/// A cell in files: a query, a key, a weight if it is forced, and the sequence unless it is the first.
nlohmann::ordered_json cellJson(const HeadCell& cell, std::optional<double> weight);

/// What a user changed in one head, as view files and the settings keep it: "address", "scale", and where there is
/// something to say "mask", "features" ([feature, factor]), "forbidden" ([query, key]) and "forced" ([query, key,
/// weight]); a cell of another sequence than the first ends in its number.
nlohmann::ordered_json changeJson(const MapAddress& head, const HeadChange& change);

/// All of them, as view files and archives have them: "changes", an object for each head, and where there is something
/// to say "left_out" ([sequence, token]).
nlohmann::ordered_json changesJson(const Intervention& changes);

} // namespace headlight
