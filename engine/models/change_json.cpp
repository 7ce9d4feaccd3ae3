#include "models/change_json.h"

namespace headlight {

nlohmann::ordered_json changeJson(const MapAddress& head, const HeadChange& change) {
    using Json = nlohmann::ordered_json;
    Json row = {{"address", head.text()}, {"scale", change.scale}};
    if (change.mask)
        row["mask"] = *change.mask;
    for (const auto& [feature, factor] : change.features)
        row["features"].push_back(Json::array({feature, factor}));
    for (const HeadCell& cell : change.forbidden)
        row["forbidden"].push_back(Json::array({cell.query, cell.key}));
    for (const ForcedCell& cell : change.forced)
        row["forced"].push_back(Json::array({cell.query, cell.key, cell.weight}));
    return row;
}

} // namespace headlight
