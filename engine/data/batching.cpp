#include "data/batching.h"

#include "data/shuffle.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

namespace headlight {

BatchOrder::BatchOrder(int examples, int batchSize, std::uint64_t seed)
    : m_examples(examples), m_batchSize(batchSize), m_seed(seed) {
    if (examples < 1 || batchSize < 1)
        throw std::invalid_argument("BatchOrder: expected at least one example and one per batch, got " +
                                    std::to_string(examples) + " and " + std::to_string(batchSize));
}

BatchOrder::BatchOrder(const std::vector<int>& lengths, int batchSize, std::uint64_t seed, int buckets)
    : BatchOrder(int(lengths.size()), batchSize, seed) {
    if (buckets < 2)
        return;
    std::vector<int> byLength(lengths.size());
    std::iota(byLength.begin(), byLength.end(), 0);
    std::stable_sort(byLength.begin(), byLength.end(),
                     [&](int a, int b) { return lengths[std::size_t(a)] < lengths[std::size_t(b)]; });
    m_buckets.resize(lengths.size());
    for (std::size_t rank = 0; rank < byLength.size(); ++rank)
        m_buckets[std::size_t(byLength[rank])] = int(rank * std::size_t(buckets) / byLength.size());
}

BatchOrder BatchOrder::ofTokens(const std::vector<int>& lengths, int tokens, std::uint64_t seed) {
    BatchOrder order(int(lengths.size()), 1, seed);
    order.m_lengths = lengths;
    std::vector<int> sorted = lengths; // which examples have a length differs from pass to pass, the cuts do not
    std::sort(sorted.begin(), sorted.end());
    std::int64_t taken = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        if (i == 0 || taken + sorted[i] > tokens) {
            order.m_begins.push_back(int(i));
            taken = 0;
        }
        taken += sorted[i];
    }
    order.m_begins.push_back(int(sorted.size()));
    return order;
}

std::vector<int> BatchOrder::batch(std::int64_t step) const {
    if (step < 0)
        throw std::invalid_argument("BatchOrder::batch: expected a step ≥ 0, got " + std::to_string(step));
    if (isByTokens())
        return batchByTokens(step);
    std::vector<int> positions;
    positions.reserve(std::size_t(m_batchSize));
    for (std::int64_t i = step * m_batchSize; i < (step + 1) * m_batchSize; ++i)
        positions.push_back(order(i / m_examples)[std::size_t(i % m_examples)]);
    return positions;
}

std::vector<int> BatchOrder::batchByTokens(std::int64_t step) const {
    const std::int64_t pass = step / batchesOfPass();
    const std::vector<int>& examples = order(pass);
    const auto batch = std::size_t(m_passes[pass % 2].batches[std::size_t(step % batchesOfPass())]);
    return {examples.begin() + m_begins[batch], examples.begin() + m_begins[batch + 1]};
}

std::int64_t BatchOrder::stepsOf(std::int64_t passes) const {
    if (isByTokens())
        return passes * batchesOfPass();
    return (passes * m_examples + m_batchSize - 1) / m_batchSize;
}

double BatchOrder::epochOf(std::int64_t step) const {
    if (isByTokens())
        return double(step) / double(batchesOfPass());
    return double(step) * m_batchSize / m_examples;
}

const std::vector<int>& BatchOrder::order(std::int64_t pass) const {
    Pass& kept = m_passes[pass % 2]; // a batch may reach from one pass into the next
    if (kept.number != pass) {
        kept.order = shuffledOrder(std::size_t(m_examples), RandomKey(m_seed).with(std::uint64_t(pass)));
        if (!m_buckets.empty())
            arrangeByBucket(kept.order, pass);
        if (isByTokens())
            arrangeByTokens(kept, pass);
        kept.number = pass;
    }
    return kept.order;
}

RandomKey BatchOrder::batchesKey(std::int64_t pass) const {
    return RandomKey(m_seed).with(std::uint64_t(pass)).with(0x6275636B);
}

/// Puts a pass's random order bucket after bucket, cuts it where the batches begin and end, and shuffles those.
void BatchOrder::arrangeByBucket(std::vector<int>& order, std::int64_t pass) const {
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return m_buckets[std::size_t(a)] < m_buckets[std::size_t(b)]; });
    const auto size = std::int64_t(m_batchSize), count = std::int64_t(m_examples);
    // The first examples complete the last batch of the pass before, the last ones begin one that the next completes.
    const std::int64_t first = std::min((size - pass * count % size) % size, count);
    const std::int64_t last = (count - first) % size, whole = (count - first) / size;
    std::vector<int> arranged(order.begin(), order.begin() + first);
    arranged.reserve(order.size());
    for (const int batch : shuffledOrder(std::size_t(whole), batchesKey(pass))) {
        const auto begin = order.begin() + first + last + batch * size;
        arranged.insert(arranged.end(), begin, begin + size);
    }
    arranged.insert(arranged.end(), order.begin() + first, order.begin() + first + last);
    order = std::move(arranged);
}

/// Puts a pass's random order by length, and its batches into a random order.
void BatchOrder::arrangeByTokens(Pass& kept, std::int64_t pass) const {
    std::stable_sort(kept.order.begin(), kept.order.end(),
                     [&](int a, int b) { return m_lengths[std::size_t(a)] < m_lengths[std::size_t(b)]; });
    kept.batches = shuffledOrder(std::size_t(batchesOfPass()), batchesKey(pass));
}

std::vector<std::vector<int>> evaluationBatches(const std::vector<int>& lengths, int tokenBudget) {
    std::vector<int> order(lengths.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return lengths[std::size_t(a)] < lengths[std::size_t(b)]; });
    std::vector<std::vector<int>> batches;
    std::int64_t tokens = 0;
    for (const int position : order) {
        const int length = lengths[std::size_t(position)];
        if (batches.empty() || tokens + length > tokenBudget) {
            batches.emplace_back();
            tokens = 0;
        }
        batches.back().push_back(position);
        tokens += length;
    }
    return batches;
}

} // namespace headlight
