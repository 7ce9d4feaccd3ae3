#pragma once

#include "autodiff/tape.h"
#include "autodiff/target.h"
#include "core/layout.h"
#include "data/corpus.h"
#include "models/task_network.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace headlight {

/// One training example, ready to be computed.
struct EncodedExample {
    struct Text {
        std::size_t tokens;
        TokenInput input; ///< of all its tokens
    };
    std::vector<Text> texts;
    std::vector<Target> targets;
    std::size_t tokens = 0;
};

EncodedExample encode(const TaskNetwork& model, const Example& example);

/// Examples of a mini-batch that go through the model at once.
struct Piece {
    Layout layout;
    TokenInput input;
    std::vector<Target> targets; ///< of each answer
};

/// What one thread does of a mini-batch, piece after piece.
struct Shard {
    Tape tape;
    std::vector<Piece> pieces;
    Index tokens = 0;
    double loss = 0;
    std::int64_t right = 0;
    const Parameter* bad = nullptr; ///< Tape::firstNotFinite() of the first piece with such a loss
    explicit Shard(Gradients* gradients) : tape(gradients) {}
};

/// The examples of a mini-batch: longest first, each to the shard with the fewest tokens, in pieces of `pieceTokens`.
/// The same cut for any number of threads.
void cutIntoShards(const std::vector<int>& batch, const std::vector<EncodedExample>& examples,
                   std::vector<std::unique_ptr<Shard>>& shards);

} // namespace headlight
