#pragma once

#include "analysis/step_memory.h"
#include "core/thread_pool.h"
#include "encoders/encoder.h"
#include "train/optimizer.h"

#include <memory>
#include <vector>

namespace headlight {

/// One step of one encoder on random input, as the papers time it: forward only, or forward, backward from the mean
/// square of the output, and an update of all parameters.
struct StepSpec {
    std::string encoder;  ///< id in the registry
    const Config* config; ///< its options, needed while the bench is made only
    bool training = false;
    std::vector<Index> lengths;    ///< tokens of every sequence of the batch
    Index features = 300;          ///< of the input
    std::string optimizer = "sgd"; ///< of TrainOptions; sgd is without momentum here
    /// Both halves of the batch at once, as the papers measured; else in pieces of pieceTokens, as models run.
    bool whole = false;
    std::function<void()> check = {}; ///< Tape::checkBy of every step: what it throws leaves the step
};

/// Its parts that do not depend on the batch; nothing is allocated.
StepMemory memoryOfParameters(const StepSpec& spec);

/// The batch is cut into two shards, as in training. Not thread-safe; the pool must outlive it.
class StepBench {
public:
    /// Error for unusable options. std::invalid_argument without sequences.
    StepBench(const StepSpec& spec, ThreadPool& pool);
    ~StepBench();

    /// Another batch, of lengths of its own, for the next steps. std::invalid_argument without sequences.
    void setBatch(const std::vector<Index>& lengths);
    /// Seconds of one step.
    double step();
    /// Of the steps so far.
    StepMemory memory();
    /// Multiplications, each with its addition, in the matrix products of the last step; of a batch of one sequence
    /// only those of one thread.
    double multiplyAdds() const;
    Index parameterCount() const { return m_parameters.count(); }

private:
    struct Shard;

    bool m_training, m_whole;
    Index m_features;
    Index m_tokens = 0;
    std::uint64_t m_steps = 0;
    ThreadPool& m_pool;
    Parameters m_parameters;
    std::unique_ptr<Encoder> m_encoder;
    std::unique_ptr<Optimizer> m_optimizer;
    std::vector<Gradients> m_gradients; ///< of every shard; none in inference
    std::vector<std::unique_ptr<Shard>> m_shards;
};

} // namespace headlight
