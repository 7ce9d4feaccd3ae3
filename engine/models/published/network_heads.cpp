#include "models/published/network_heads.h"

#include <algorithm>

namespace headlight {

namespace {

void addStack(const PublishedStack& stack, MapPart part, int sequence, std::vector<HeadInfo>& heads) {
    for (int layer = 0; layer < int(stack.shape().layers); ++layer) {
        const std::vector<std::string> masks = stack.headMasks(layer, part);
        for (int head = 0; head < int(stack.shape().heads); ++head) {
            HeadInfo& info = heads.emplace_back();
            info.address = {stack.shape().stack, layer, part, head};
            info.sequence = sequence;
            info.label = "head " + std::to_string(head);
            info.mask = masks[std::size_t(head)];
            info.changeable = true;
            info.stages = stagesWith(part == MapPart::Self ? stack.scoreParts(layer) : std::vector<MapStage>{});
            if (stack.shape().keyHeads < stack.shape().heads)
                info.keyHead = head / int(stack.shape().heads / stack.shape().keyHeads);
        }
    }
}

} // namespace

std::vector<HeadInfo> headsOf(const PublishedNetwork& network) {
    std::vector<HeadInfo> heads;
    addStack(network.stack(), MapPart::Self, 0, heads);
    if (const PublishedStack* const decoder = network.decoder()) {
        addStack(*decoder, MapPart::Self, 1, heads);
        addStack(*decoder, MapPart::Cross, 1, heads);
    }
    std::sort(heads.begin(), heads.end(), [](const HeadInfo& a, const HeadInfo& b) { return a.address < b.address; });
    return heads;
}

} // namespace headlight
