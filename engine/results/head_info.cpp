#include "results/head_info.h"

#include <algorithm>

namespace headlight {

std::vector<MapAddress> keySharersOf(const std::vector<HeadInfo>& heads, const HeadInfo& head) {
    std::vector<MapAddress> sharers;
    for (const HeadInfo& other : heads) {
        const MapAddress &own = head.address, &address = other.address;
        const bool isOfLayer = own.stack == address.stack && own.layer == address.layer && own.part == address.part;
        if (head.keyHead >= 0 && isOfLayer && address.head != own.head && other.keyHead == head.keyHead)
            sharers.push_back(address);
    }
    return sharers;
}

const HeadInfo* headAt(const std::vector<HeadInfo>& heads, const MapAddress& address) {
    const auto found =
        std::find_if(heads.begin(), heads.end(), [&](const HeadInfo& head) { return head.address == address; });
    return found == heads.end() ? nullptr : &*found;
}

const HeadInfo* headAt(const std::vector<HeadInfo>& heads, const std::string& text) {
    const auto address = MapAddress::parse(text);
    if (!address)
        return nullptr;
    if (const HeadInfo* exact = headAt(heads, *address); exact || address->part != MapPart::Self)
        return exact;
    const HeadInfo* first = nullptr;
    for (const HeadInfo& head : heads)
        if (head.address.stack == address->stack && head.address.layer == address->layer &&
            head.address.head == address->head && (!first || head.address < first->address))
            first = &head;
    return first;
}

} // namespace headlight
