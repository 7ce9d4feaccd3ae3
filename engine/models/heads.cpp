#include "models/heads.h"

#include "models/attend.h"
#include "models/sensitivity.h"

#include <algorithm>
#include <utility>

namespace headlight {

bool HeadInfo::ofPairs() const {
    return hasQueries(kind) && kind != MapKind::TokenToGroup;
}

double HeadInfo::cells(Index tokens) const {
    if (kind == MapKind::Sensitivity && tokens > longestSensitivity)
        return 0; // there is no map of so many
    return double(tokens) * double(ofPairs() ? tokens : groups);
}

std::vector<HeadInfo> headsOf(const SentenceClassifier& model) {
    TraceRequest request;
    request.scores = false;
    const std::vector<std::string> one = {"a"}; // any token, known or not
    const std::vector<std::string> second = model.task().sentences == 2 ? one : std::vector<std::string>();
    const auto masks = model.encoder().headMasks();
    std::vector<HeadInfo> heads;
    for (const AttentionMap& map : attend(model, one, {request}, {}, second).maps) {
        HeadInfo info;
        info.layer = map.layer;
        info.head = map.head;
        info.kind = map.kind;
        info.label = map.label;
        info.features = map.mechanismFeatures;
        if (map.kind == MapKind::TokenToGroup)
            info.groups = map.keys;
        const auto layer = std::size_t(map.layer), head = std::size_t(map.head);
        info.changeable = isAttention(map.kind) && layer < masks.size() && head < masks[layer].size();
        if (info.changeable)
            info.mask = masks[layer][head];
        heads.push_back(std::move(info));
    }
    std::sort(heads.begin(), heads.end(), [](const HeadInfo& a, const HeadInfo& b) {
        return std::pair(a.layer, a.head) < std::pair(b.layer, b.head);
    });
    return heads;
}

} // namespace headlight
