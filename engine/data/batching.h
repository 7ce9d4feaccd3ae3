#pragma once

#include "core/random.h"

#include <cstdint>
#include <vector>

namespace headlight {

/// A step works on about so many tokens at a time in a thread: enough for matrix products at full speed, and few
/// enough that what has to be kept for backward stays small.
constexpr int pieceTokens = 768;

constexpr int evaluationTokens = 2048; ///< of a batch that is only judged

/// Which examples a training step takes (REFERENCE §0.3): every pass goes through all of them in a new random order,
/// and a short last batch is completed from the next pass. A pure function of seed and step, so that a resumed run sees
/// the same batches. The orders of the last passes asked for are kept: one object belongs to one thread.
///
/// With buckets the examples are dealt by length into as many groups of the same size. A batch then takes examples of
/// one group, or of two neighbouring ones; within a group, and among the batches of a pass, the order is random. The
/// batch in which one pass ends and the next begins has the shortest examples of both.
///
/// By tokens, batches have as many examples of similar length as fit, and each pass has the same number of batches:
/// none reaches into the next. Which examples of a length are together, and the order of the batches, is random.
class BatchOrder {
public:
    /// std::invalid_argument unless there is at least one example and one per batch.
    BatchOrder(int examples, int batchSize, std::uint64_t seed);
    /// With the length of every example. Less than two buckets are none.
    BatchOrder(const std::vector<int>& lengths, int batchSize, std::uint64_t seed, int buckets);
    /// At most that many tokens a batch, but at least one example.
    static BatchOrder ofTokens(const std::vector<int>& lengths, int tokens, std::uint64_t seed);

    /// Positions of the examples of a step, counted from 0; batchSize of them.
    std::vector<int> batch(std::int64_t step) const;

    /// Steps until that many passes are over.
    std::int64_t stepsOf(std::int64_t passes) const;
    /// Passes that are over when the step begins, with the fraction of the running one.
    double epochOf(std::int64_t step) const;

private:
    const std::vector<int>& order(std::int64_t pass) const;
    void arrangeByBucket(std::vector<int>& order, std::int64_t pass) const;
    bool isByTokens() const { return !m_begins.empty(); }
    std::int64_t batchesOfPass() const { return std::int64_t(m_begins.size()) - 1; } ///< by tokens
    std::vector<int> batchByTokens(std::int64_t step) const;

    struct Pass {
        std::int64_t number = -1;
        std::vector<int> order;
        std::vector<int> batches = {}; ///< by tokens: in which order those of m_begins are taken
    };
    void arrangeByTokens(Pass& kept, std::int64_t pass) const;
    RandomKey batchesKey(std::int64_t pass) const;

    int m_examples;
    int m_batchSize;
    std::uint64_t m_seed;
    std::vector<int> m_buckets; ///< by example; none without buckets
    std::vector<int> m_lengths; ///< by example; none but by tokens
    std::vector<int> m_begins;  ///< by tokens: where each batch begins among the examples by length, and the end
    mutable Pass m_passes[2];
};

/// Batches for evaluation: all positions, similar lengths together (ascending), each batch with as many as fit into the
/// budget of tokens but at least one.
std::vector<std::vector<int>> evaluationBatches(const std::vector<int>& lengths, int tokenBudget);

} // namespace headlight
