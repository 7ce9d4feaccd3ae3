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

std::vector<int> BatchOrder::batch(std::int64_t step) const {
    if (step < 0)
        throw std::invalid_argument("BatchOrder::batch: expected a step ≥ 0, got " + std::to_string(step));
    std::vector<int> positions;
    positions.reserve(std::size_t(m_batchSize));
    for (std::int64_t i = step * m_batchSize; i < (step + 1) * m_batchSize; ++i)
        positions.push_back(order(i / m_examples)[std::size_t(i % m_examples)]);
    return positions;
}

std::int64_t BatchOrder::stepsOf(std::int64_t passes) const {
    return (passes * m_examples + m_batchSize - 1) / m_batchSize;
}

double BatchOrder::epochOf(std::int64_t step) const {
    return double(step) * m_batchSize / m_examples;
}

const std::vector<int>& BatchOrder::order(std::int64_t pass) const {
    Pass& kept = m_passes[pass % 2]; // a batch may reach from one pass into the next
    if (kept.number != pass) {
        kept.order = shuffledOrder(std::size_t(m_examples), RandomKey(m_seed).with(std::uint64_t(pass)));
        kept.number = pass;
    }
    return kept.order;
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
