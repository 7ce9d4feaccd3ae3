#pragma once

#include "analysis/step_choices.h"
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
    Sequences sequences = Sequences::Pieces;
    std::function<void()> check = {}; ///< Tape::checkBy of every step: what it throws leaves the step
};

/// Its parts that do not depend on the batch; nothing is allocated.
StepMemory memoryOfParameters(const StepSpec& spec);

/// The batch is cut into two shards, as in training, unless its sequences come one at a time. Not thread-safe; the pool
/// must outlive it.
class StepBench {
public:
    /// Error for unusable options. std::invalid_argument without sequences.
    StepBench(const StepSpec& spec, ThreadPool& pool);
    ~StepBench();

    /// Another batch, of lengths of its own, for the next steps. std::invalid_argument without sequences.
    void setBatch(const std::vector<Index>& lengths);
    /// Seconds of one step.
    double step();
    /// Of the steps so far. Activations have the input of the whole batch.
    StepMemory memory();
    /// The most of this batch that a step has in memory together, of all shards.
    Index sequencesAtOnce() const;
    /// Multiplications, each with its addition, in the matrix products of the last step; where there is one shard, only
    /// those of one thread.
    double multiplyAdds() const;
    Index parameterCount() const { return m_parameters.count(); }

private:
    struct Shard;

    bool m_training;
    Sequences m_sequences;
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
