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

const HeadChange* Context::changeOf(int head) const {
    if (!m_intervention)
        return nullptr;
    const auto found = m_intervention->find({m_layer, head});
    return found == m_intervention->end() ? nullptr : &found->second;
}

std::span<const HeadMask> Context::masksOf(const std::vector<Mask>& own) {
    std::vector<HeadMask>& masks = m_masks.emplace_back();
    for (int head = 0; head < int(own.size()); ++head) {
        const HeadChange* change = changeOf(head);
        const Mask& mask = own[std::size_t(head)];
        masks.push_back(change ? HeadMask(change->mask.value_or(mask), change->forbidden) : HeadMask(mask));
    }
    return masks;
}

Real Context::scaleOf(int head) const {
    const HeadChange* change = changeOf(head);
    return change ? change->scale : Real(1);
}

Var Context::scaled(Var value, int heads, int first) {
    bool changed = false;
    for (int head = 0; head < heads; ++head)
        changed = changed || scaleOf(first + head) != 1;
    if (!changed)
        return value;
    Var result = m_tape.make(value.rows(), value.cols(), value.needsGradient());
    const Index width = value.rows() / heads;
    for (int head = 0; head < heads; ++head)
        scaleInto(result.block(head * width, width), value.block(head * width, width), scaleOf(first + head));
    return result;
}

} // namespace headlight
