#include "models/published/positions.h"

#include "autodiff/ops_lookup.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

/// Distances of a key from a query in these sequences are less than this.
Index distancesBelow(const AttentionLayouts& layouts) {
    Index most = 1;
    for (Index s = 0; s < layouts.sequences(); ++s) {
        const Rectangle pairs = layouts.of(s);
        most = std::max({most, pairs.keys, pairs.offset + pairs.queries});
    }
    return most;
}

} // namespace

Index DistanceRanges::rangeOf(Index keyMinusQuery) const {
    Index first = 0, count = ranges, distance = std::max<Index>(-keyMinusQuery, 0);
    if (bothWays) {
        count /= 2;
        first = keyMinusQuery > 0 ? count : 0;
        distance = std::abs(keyMinusQuery);
    }
    const Index exact = count / 2;
    if (distance < exact)
        return first + distance;
    // In single precision and in this order, as published models were trained: a distance may lie on a border.
    const float grown = std::log(float(distance) / float(exact)) / float(std::log(double(farthest) / double(exact))) *
                        float(count - exact);
    return first + std::min(exact + Index(grown), count - 1);
}

Index DisentangledPositions::entryOf(Index keyMinusQuery) const {
    Index distance = -keyMinusQuery;
    const Index middle = buckets / 2, size = std::abs(distance);
    if (buckets > 0 && size > middle - 1) {
        const double grown = std::ceil(std::log(double(size) / double(middle)) /
                                       std::log(double(farthest - 1) / double(middle)) * double(middle - 1));
        distance = (distance < 0 ? -1 : 1) * (middle + Index(grown));
    }
    return std::clamp<Index>(distance + span, 0, 2 * span - 1);
}

StackPositions::StackPositions(const Builder& builder, const StackShape& shape) : m_shape(shape) {
    if (shape.distances)
        m_distances = &builder.table("distances", shape.heads, shape.distances->ranges);
    if (!shape.disentangled)
        return;
    m_relative = &builder.table("relative", shape.width, 2 * shape.disentangled->span);
    if (shape.disentangled->normalised)
        m_relativeNorm.emplace(builder.part("relative_norm"), shape.width, shape.norm);
}

const PassPositions& StackPositions::of(Context& context, const AttentionLayouts& layouts) const {
    PassPositions positions;
    for (const Rotary& rotary : m_shape.rotaries)
        positions.angles.emplace_back(rotary, layouts.queries());
    const Index most = distancesBelow(layouts);
    if (m_distances) {
        std::vector<int> ranges;
        for (Index distance = 1 - most; distance < most; ++distance)
            ranges.push_back(int(m_shape.distances->rangeOf(distance)));
        positions.bias = lookup(context.tape(), *m_distances, context.keep(std::move(ranges)));
    }
    if (m_relative) {
        std::vector<int> all;
        for (int entry = 0; entry < int(2 * m_shape.disentangled->span); ++entry)
            all.push_back(entry);
        positions.table = lookup(context.tape(), *m_relative, context.keep(std::move(all)));
        if (m_relativeNorm)
            positions.table = m_relativeNorm->forward(context, positions.table);
        for (Index distance = 1 - most; distance < most; ++distance)
            positions.entries.push_back(m_shape.disentangled->entryOf(distance));
    }
    return context.keep(std::move(positions));
}

} // namespace headlight
