#pragma once

#include "autodiff/tape.h"
#include "train/learner.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace headlight {

/// What one thread does of a mini-batch, piece after piece.
struct Shard {
    Tape tape;
    std::vector<std::unique_ptr<Piece>> pieces;
    Index tokens = 0;
    double loss = 0;
    std::int64_t right = 0;
    const Parameter* bad = nullptr; ///< Tape::firstNotFinite() of the first piece with such a loss
    explicit Shard(Gradients* gradients) : tape(gradients) {}
};

/// The examples of a mini-batch: longest first, each to the shard with the fewest tokens, in pieces of `pieceTokens`.
/// The same cut for any number of threads.
void cutIntoShards(const std::vector<int>& batch, const Learner& learner, std::vector<std::unique_ptr<Shard>>& shards);

} // namespace headlight
