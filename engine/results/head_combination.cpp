#include "results/head_combination.h"

#include "results/attention_map.h"

#include <algorithm>
#include <map>
#include <set>

namespace headlight {

namespace {

/// Heads of one part of a layer: an address whose number does not matter.
MapAddress groupOf(MapAddress address) {
    address.head = 0;
    return address;
}

/// "0.2–0.3", "dec.1.cross.0": the heads of one group.
std::string withinGroup(const MapAddress& group, const std::vector<Index>& heads) {
    std::string text;
    for (std::size_t k = 0; k < heads.size();) {
        std::size_t last = k;
        while (last + 1 < heads.size() && heads[last + 1] == heads[last] + 1)
            ++last;
        MapAddress from = group, to = group;
        from.head = int(heads[k]);
        to.head = int(heads[last]);
        text += (text.empty() ? "" : ", ") + from.text() + (last > k ? "–" + to.text() : "");
        k = last + 1;
    }
    return text;
}

std::string layersText(const std::set<Index>& layers) {
    return (layers.size() == 1 ? "layer " : "layers ") + rangesText({layers.begin(), layers.end()});
}

/// "heads 0.0, 0.2–0.3", or shorter where several layers have the same: "heads 0–11 of layers 0–11".
std::string headsText(const std::vector<MapAddress>& addresses) {
    std::map<MapAddress, std::vector<Index>> groups;
    std::set<Index> layers;
    for (const MapAddress& address : addresses) {
        groups[groupOf(address)].push_back(address.head);
        layers.insert(address.layer);
    }
    const auto isLikeFirst = [&](const auto& group) {
        return group.first.part == MapPart::Self && group.first.stack == Stack::Encoder &&
               group.second == groups.begin()->second;
    };
    const std::string word = addresses.size() == 1 ? "head " : "heads ";
    if (groups.size() > 1 && std::all_of(groups.begin(), groups.end(), isLikeFirst))
        return (groups.begin()->second.size() == 1 ? "head " : "heads ") + rangesText(groups.begin()->second) + " of " +
               layersText(layers);
    std::string text;
    for (const auto& [group, heads] : groups)
        text += (text.empty() ? "" : ", ") + withinGroup(group, heads);
    return word + text;
}

} // namespace

std::string HeadCombination::text(const std::vector<MapAddress>& all) const {
    if (kind != Kind::Rollout)
        return (kind == Kind::Mean ? "mean of " : "maximum of ") + headsText(heads);
    std::set<Index> layers;
    for (const MapAddress& head : heads)
        layers.insert(head.layer);
    const bool whole = std::all_of(all.begin(), all.end(), [&](const MapAddress& other) {
        return other.part != MapPart::Self || !layers.contains(other.layer) ||
               std::find(heads.begin(), heads.end(), other) != heads.end();
    });
    return "rollout of " + layersText(layers) + (whole ? "" : ", " + headsText(heads));
}

std::string nameOf(HeadCombination::Kind kind) {
    return kind == HeadCombination::Kind::Mean ? "mean" : kind == HeadCombination::Kind::Maximum ? "max" : "rollout";
}

std::optional<HeadCombination::Kind> combinationNamed(std::string_view name) {
    for (const auto kind :
         {HeadCombination::Kind::Mean, HeadCombination::Kind::Maximum, HeadCombination::Kind::Rollout})
        if (nameOf(kind) == name)
            return kind;
    return std::nullopt;
}

} // namespace headlight
