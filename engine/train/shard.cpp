#include "train/shard.h"

#include "data/batching.h"

#include <algorithm>

namespace headlight {

namespace {

/// A shard's share of a batch.
struct Share {
    std::vector<std::vector<Learner::Member>> pieces;
    Index tokens = 0, lastTokens = 0; ///< in all, of the last piece

    void add(const Learner::Member& member, Index length) {
        if (pieces.empty() || lastTokens + length > pieceTokens) {
            pieces.emplace_back();
            lastTokens = 0;
        }
        pieces.back().push_back(member);
        tokens += length;
        lastTokens += length;
    }
};

} // namespace

void cutIntoShards(const std::vector<int>& batch, const Learner& learner, std::vector<std::unique_ptr<Shard>>& shards) {
    std::vector<std::size_t> byLength(batch.size());
    for (std::size_t k = 0; k < batch.size(); ++k)
        byLength[k] = k;
    const auto length = [&](std::size_t k) { return learner.sizes()[std::size_t(batch[k])].tokens; };
    std::stable_sort(byLength.begin(), byLength.end(), [&](auto a, auto b) { return length(a) > length(b); });
    std::vector<Share> shares(shards.size());
    for (const std::size_t k : byLength)
        std::min_element(shares.begin(), shares.end(), [](const Share& a, const Share& b) {
            return a.tokens < b.tokens;
        })->add({batch[k], k}, length(k));
    for (std::size_t s = 0; s < shards.size(); ++s) {
        shards[s]->tokens = shares[s].tokens;
        shards[s]->pieces.clear();
        for (const auto& members : shares[s].pieces)
            shards[s]->pieces.push_back(learner.piece(members));
    }
}

} // namespace headlight
