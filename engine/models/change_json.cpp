#include "models/change_json.h"

namespace headlight {

using Json = nlohmann::ordered_json;

Json cellJson(const HeadCell& cell, std::optional<double> weight) {
    Json parts = {cell.query, cell.key};
    if (weight)
        parts.push_back(*weight);
    if (cell.sequence > 0)
        parts.push_back(cell.sequence);
    return parts;
}

nlohmann::ordered_json changeJson(const MapAddress& head, const HeadChange& change) {
    Json row = {{"address", head.text()}, {"scale", change.scale}};
    if (change.mask)
        row["mask"] = *change.mask;
    for (const auto& [feature, factor] : change.features)
        row["features"].push_back(Json::array({feature, factor}));
    for (const HeadCell& cell : change.forbidden)
        row["forbidden"].push_back(cellJson(cell, {}));
    for (const ForcedCell& cell : change.forced)
        row["forced"].push_back(cellJson(cell.place(), cell.weight));
    return row;
}

nlohmann::ordered_json changesJson(const Intervention& changes) {
    Json document = {{"changes", Json::array()}};
    for (const auto& [address, change] : changes)
        document["changes"].push_back(changeJson(address, change));
    for (const TokenPlace& place : changes.leftOut)
        document["left_out"].push_back(Json::array({place.sequence, place.token}));
    return document;
}

} // namespace headlight
