#include "nn/value_counter.h"

#include "core/double_sum.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace headlight {

namespace {

// A bin has the floats that are the same but for their last bits: 256 bins from each power of two to the next.
constexpr int bitsWithin = 15;
constexpr std::uint32_t sign = 0x8000'0000U;
constexpr std::size_t bins = std::size_t(1) << (32 - bitsWithin);

/// In the order of the numbers.
std::uint32_t binOf(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return ((bits & sign) != 0 ? ~bits : bits | sign) >> bitsWithin;
}

/// The number of a bin that is farthest from zero; of the smallest ones zero itself.
float endOf(std::uint32_t bin) {
    constexpr std::uint32_t within = (1U << bitsWithin) - 1;
    const std::uint32_t ordered = bin << bitsWithin;
    const std::uint32_t bits = (ordered & sign) != 0 ? (ordered & ~sign) | within : ~ordered;
    return (bits & ~sign) <= within ? 0.0F : std::bit_cast<float>(bits);
}

} // namespace

ValueCounter::ValueCounter(bool rowsAreShares) : m_rowsAreShares(rowsAreShares), m_bins(bins) {}

void ValueCounter::add(std::span<const float> values, std::span<const std::uint8_t> visible) {
    m_seen.resize(values.size());
    std::size_t seen = 0;
    for (std::size_t key = 0; key < values.size(); ++key) { // without a branch, which no processor could foresee
        m_seen[seen] = values[key];
        seen += std::size_t(visible[key] != 0) & std::size_t(std::isfinite(values[key]));
    }
    if (seen == 0)
        return;
    if (m_rowsAreShares && seen == 1)
        m_alone.push_back(m_seen.front());
    else
        count(std::span(m_seen).first(seen));
}

void ValueCounter::count(std::span<const float> seen) {
    float least = seen.front(), largest = least;
    for (const float value : seen) {
        least = value < least ? value : least;
        largest = value > largest ? value : largest;
    }
    m_found.least = std::min(m_found.least, least);
    m_found.largest = std::max(m_found.largest, largest);
    m_found.rows.push_back({largest, std::ptrdiff_t(seen.size())});
    m_found.sum += doubleSum(seen.data(), seen.size());
    for (const float value : seen)
        ++m_bins[binOf(value)];
}

ValueCounts ValueCounter::counts() const {
    if (m_found.rows.empty() && !m_alone.empty()) {
        ValueCounter others(false);
        for (const float& value : m_alone)
            others.count(std::span(&value, 1));
        return others.counts();
    }
    ValueCounts found = m_found;
    if (found.rows.empty())
        return found;
    for (std::uint32_t bin = binOf(found.least); bin <= binOf(found.largest); ++bin)
        if (m_bins[bin] > 0)
            found.counts.emplace_back(endOf(bin), std::ptrdiff_t(m_bins[bin]));
    return found;
}

ValueCounts valueCounts(const AttentionMap& map) {
    ValueCounter counter(map.stage == MapStage::Weight && isAttention(map.address.part));
    for (Index query = 0; query < map.queries; ++query) {
        const auto first = std::size_t(query * map.keys), keys = std::size_t(map.keys);
        counter.add(std::span(map.values).subspan(first, keys), std::span(map.visible).subspan(first, keys));
    }
    return counter.counts();
}

} // namespace headlight
