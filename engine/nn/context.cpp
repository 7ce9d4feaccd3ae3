#include "nn/context.h"

#include "autodiff/ops_elementwise.h"

namespace headlight {

Dropout Context::dropout(double keep) {
    Dropout dropout;
    if (training() && keep < 1) {
        dropout.keep = Real(keep);
        dropout.key = m_stream->with(m_site++);
        dropout.layout = m_layout;
    }
    return dropout;
}

Dropout Context::sequenceDropout(double keep) {
    Dropout perSequence = dropout(keep);
    perSequence.sequences = std::exchange(perSequence.layout, nullptr);
    return perSequence;
}

Var Context::withPenalties(Var loss) const {
    for (const Var& penalty : m_penalties)
        loss = add(loss, penalty);
    return loss;
}

const HeadChange* Context::changeOf(const MapAddress& head) const {
    if (!m_intervention)
        return nullptr;
    const auto found = m_intervention->find(head);
    return found == m_intervention->end() ? nullptr : &found->second;
}

std::span<const HeadMask> Context::masksOf(const std::vector<Mask>& own) {
    std::vector<HeadMask>& masks = m_masks.emplace_back();
    for (int number = 0; number < int(own.size()); ++number) {
        const HeadChange* change = changeOf(head(MapPart::Self, number));
        const Mask& mask = own[std::size_t(number)];
        masks.push_back(change ? HeadMask(change->mask ? Mask::parse(*change->mask) : mask, change->forbidden)
                               : HeadMask(mask));
    }
    return masks;
}

Real Context::scaleOf(int number, MapPart part) const {
    const HeadChange* change = changeOf(head(part, number));
    return change ? Real(change->scale) : Real(1);
}

Var Context::scaled(Var value, int heads, int first, MapPart part) {
    bool changed = false;
    for (int number = 0; number < heads; ++number)
        changed = changed || scaleOf(first + number, part) != 1;
    if (!changed)
        return value;
    Var result = m_tape.make(value.rows(), value.cols(), value.needsGradient());
    const Index width = value.rows() / heads;
    for (int number = 0; number < heads; ++number)
        scaleInto(result.block(number * width, width), value.block(number * width, width),
                  scaleOf(first + number, part));
    return result;
}

} // namespace headlight
