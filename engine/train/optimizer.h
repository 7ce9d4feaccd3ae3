#pragma once

#include "autodiff/parameter.h"
#include "core/check.h"
#include "core/thread_pool.h"
#include "train/absent_steps.h"
#include "train/adam.h"
#include "train/run_config.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Sums the shards' gradients in their order into the first one's. Returns the norm of the sum, with the L2 penalty's
/// part γ·W added to every parameter that decays: what clipping looks at, and not finite when any gradient is not.
double sumShards(std::vector<Gradients>& shards, const Parameters& parameters, double l2, ThreadPool& pool);

/// What the option `optimizer` may be: everything that configurations, command line and forms know of one.
struct OptimizerRow {
    /// What a step does to a number; the update rules are in Optimizer.
    enum class Rule { Adadelta, Adam, Sgd };
    std::string id;
    std::string label; ///< for people
    Rule rule;
    std::string help;      ///< what it is and its constants
    std::string usualRate; ///< a learning rate to begin with, as it is written
    /// What makes up for the steps of words that are in no batch. None: it leaves such words alone as it is, so `lazy`
    /// says nothing.
    std::optional<AbsentSteps::Method> absent;
    double beta2 = adam::beta2;     ///< of Adam
    double epsilon = adam::epsilon; ///< of Adam and Adadelta
};

const std::vector<OptimizerRow>& optimizerRows();
/// Error with the known names when there is none.
const OptimizerRow& optimizerRow(const std::string& id);
std::vector<std::string> optimizerIds();
std::vector<ChoiceId> optimizerChoices();
/// Those that `lazy` keeps from moving words that are in no batch.
std::vector<std::string> denseOptimizerIds();

/// A row of optimizerRows() at work on parameters. Adam and SGD are dense: a word that is in no batch moves as its
/// moments say, as in TensorFlow 1's Adam and in PyTorch; it makes up for its missed steps when it comes again
/// (AbsentSteps). Lazy ones, and Adadelta as in TensorFlow 1's update of sparse gradients, leave such words and their
/// moments alone. The result has the same bits for any number of threads.
class Optimizer {
public:
    /// Memory of the size of a large model takes seconds: `check` is called before each parameter's.
    Optimizer(const Parameters& parameters, const TrainOptions& options, const Check& check = {});

    /// How many arrays as large as the parameters it keeps.
    static std::size_t arraysOf(const TrainOptions& options);

    /// Before a step reads these columns of a table: they have had all steps then.
    void bringUp(Parameters& parameters, const Parameter& table, const std::vector<int>& columns);
    /// Before anybody else reads parameters: all of them have had all steps then.
    void bringUpAll(Parameters& parameters, ThreadPool& pool);

    /// parameter −= step(gradient · gradientScale) with the given learning rate. Where all parameters decay, γ·W comes
    /// to the scaled gradient, as in PyTorch's weight_decay.
    void update(Parameters& parameters, const Gradients& gradients, double learningRate, double gradientScale,
                ThreadPool& pool);

    /// The arrays that a resumed run needs beside the parameters: [parameter][array]. The last one of a table whose
    /// columns miss steps has, for each column, how many of rates() it has had.
    std::vector<std::vector<Matrix>>& state() { return m_state; }
    /// Forgets moments and steps, as if nothing had been trained yet. All columns must have had all steps.
    void restart();
    std::int64_t steps() const { return m_steps; }
    /// The rates of the steps that some column may have missed.
    const std::vector<double>& rates() const { return m_absent.rates(); }
    /// After state() was filled from a checkpoint. False when the three do not fit together.
    bool resumeAt(std::int64_t steps, std::vector<double> rates);

private:
    /// The learning rate of the step that has begun, with the rule's corrections.
    double correctedRate(double learningRate) const;
    void updateRun(Real* value, const Real* gradient, Real* first, Real* second, Index count, Real rate) const;
    /// Whether AbsentSteps knows what Adam does to an absent word in many steps: not under a penalty, and not where the
    /// second moment fades as fast as with 0.98.
    bool hasClosedForm() const { return m_decay == 0 && m_row.beta2 == adam::beta2; }
    bool missesSteps(const Parameter& parameter) const {
        return m_missesSteps && parameter.kind == Parameter::Kind::Table;
    }
    Real* memory(std::size_t parameter, std::size_t array, Index begin) {
        return array < m_arrays ? m_state[parameter][array].data() + begin : nullptr;
    }
    void bringUp(Parameter& table, Index column);
    void updateTable(Parameter& table, const Gradients::Entry& gradient, Real rate, Real gradientScale,
                     ThreadPool& pool);

    const OptimizerRow& m_row;
    Real m_momentum;
    Real m_decay; ///< γ of the penalty on everything; 0: none
    std::size_t m_arrays;
    bool m_missesSteps; ///< columns without gradient would change in every step
    bool m_everyColumn; ///< and that has no closed form: they do change in every step
    std::int64_t m_steps = 0;
    AbsentSteps m_absent;
    std::vector<std::vector<Matrix>> m_state;
};

} // namespace headlight
