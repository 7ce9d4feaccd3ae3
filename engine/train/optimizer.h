#pragma once

#include "autodiff/parameter.h"
#include "core/thread_pool.h"
#include "train/run_config.h"

#include <string>
#include <vector>

namespace headlight {

/// Sums the shards' gradients in their order into the first one's. Returns the norm of the sum, with the L2 penalty's
/// part γ·W added to every parameter that decays, or to all of them, of tables to the columns in use: what clipping
/// looks at, and not finite when any gradient is not.
double sumShards(std::vector<Gradients>& shards, const Parameters& parameters, double l2, ThreadPool& pool,
                 bool allDecay = false);

/// Adadelta, Adam or SGD with momentum. Tables are updated in the columns that have a gradient only.
/// The result has the same bits for any number of threads.
class Optimizer {
public:
    Optimizer(const Parameters& parameters, const TrainOptions& options);

    /// How many arrays as large as the parameters it keeps.
    static std::size_t arraysOf(const TrainOptions& options);

    /// parameter −= step(gradient · gradientScale) with the given learning rate.
    void update(Parameters& parameters, const Gradients& gradients, double learningRate, double gradientScale,
                ThreadPool& pool);

    /// The arrays that a resumed run needs beside the parameters: [parameter][0 or 1], empty where the method has none.
    std::vector<std::vector<Matrix>>& state() { return m_state; }
    /// Forgets moments and steps, as if nothing had been trained yet.
    void restart();
    std::int64_t steps() const { return m_steps; }
    void setSteps(std::int64_t steps) { m_steps = steps; }

private:
    enum class Method { Adadelta, Adam, Sgd };
    void updateRun(Real* value, const Real* gradient, Real* first, Real* second, Index count, Real rate) const;

    Method m_method;
    Real m_momentum;
    std::int64_t m_steps = 0;
    std::vector<std::vector<Matrix>> m_state;
};

} // namespace headlight
