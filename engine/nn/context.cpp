#include "nn/context.h"

#include "autodiff/ops_elementwise.h"

#include <algorithm>
#include <iterator>
#include <map>

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
    const auto found = m_intervention.find(head);
    return found == m_intervention.end() ? nullptr : &found->second;
}

static HeadMask changed(const Mask& own, HeadChange change, bool seesLater) {
    if (!seesLater) {
        std::erase_if(change.forced, [](const ForcedCell& cell) { return cell.key > cell.query; });
        if (change.mask)
            *change.mask += "+causal";
    }
    return HeadMask(change.mask ? Mask::parse(*change.mask) : own, change.forbidden, change.forced);
}

std::span<const HeadMask> Context::masksOf(const std::vector<Mask>& own, MapPart part, bool seesLater) {
    seesLater = seesLater && (m_stack == Stack::Encoder || part == MapPart::Cross);
    std::vector<HeadMask>& masks = m_masks.emplace_back();
    for (int number = 0; number < int(own.size()); ++number) {
        const HeadChange* change = changeOf(head(part, number));
        const Mask& mask = own[std::size_t(number)];
        masks.push_back(change ? changed(mask, *change, seesLater) : HeadMask(mask));
    }
    return masks;
}

Var Context::scaled(Var value, int heads, int first, MapPart part) {
    const Index width = value.rows() / heads;
    bool changed = false;
    for (int number = 0; number < heads; ++number)
        if (const HeadChange* change = changeOf(head(part, first + number)))
            changed = changed || change->scale != 1 || !change->features.empty();
    if (!changed)
        return value;
    Var result = m_tape.make(value.rows(), value.cols(), value.needsGradient());
    for (int number = 0; number < heads; ++number) {
        const HeadChange* change = changeOf(head(part, first + number));
        const double scale = change ? change->scale : 1;
        // Features that are alike are scaled together.
        std::map<Index, double> factors{{0, scale}};
        if (change)
            for (const auto& [feature, factor] : change->features) {
                factors.try_emplace(feature + 1, scale);
                factors[feature] = scale * factor;
            }
        for (auto at = factors.begin(); at != factors.end() && at->first < width; ++at) {
            const auto next = std::next(at);
            const Index begin = number * width + at->first,
                        end = number * width + (next == factors.end() ? width : std::min(next->first, width));
            scaleInto(result.block(begin, end - begin), value.block(begin, end - begin), Real(at->second));
        }
    }
    return result;
}

} // namespace headlight
