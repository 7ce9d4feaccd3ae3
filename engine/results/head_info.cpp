#include "results/head_info.h"

#include <algorithm>

namespace headlight {

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
