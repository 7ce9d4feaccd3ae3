#pragma once

#include "core/matrix.h"

#include <cstdint>
#include <vector>

namespace headlight {

/// What dense updates do to a word while its gradient is zero, many steps in one go. Adam and SGD with momentum go on
/// moving a word that is in no batch: its moments decay, and it follows them. Done step by step for a whole
/// vocabulary that costs more than the step itself; here a word's missed steps are made up for when it is needed.
///
/// Adam (Kingma & Ba 2015; TensorFlow 1's ε): after j steps without gradient the moments are β1^j·a and β2^j·b, so
///
///     w −= a · Σ_j r_j β1^j / (√b q_j + ε)      with q_j = β2^(j/2) and r_j the rate with its bias corrections
///
/// The q_j that weigh anything lie within a few thousandths of their weighted mean, so the sum is a Taylor series
/// around it whose terms are shared by all numbers of a word; cut after the third moment it is exact to 1e-8 of the
/// step.
///
/// SGD with momentum μ and, where all parameters decay, penalty γ is linear: (w, a) is multiplied by the product of
/// [1 − r γ, −r μ; γ, μ] over the steps.
class AbsentSteps {
public:
    static constexpr int most = 1024; ///< steps that are remembered; whoever calls add() makes up for all before

    enum class Method { Adam, Sgd };
    AbsentSteps(Method method, double momentum, double decay)
        : m_method(method), m_momentum(momentum), m_decay(decay) {}

    /// A step was made; of Adam `rate` has the bias corrections in it.
    void add(double rate) { m_rates.push_back(rate); }
    /// Every word has had all steps.
    void clear() { m_rates.clear(); }
    int size() const { return int(m_rates.size()); }
    /// Those of all steps since clear(): what a resumed run needs.
    const std::vector<double>& rates() const { return m_rates; }
    void setRates(std::vector<double> rates) { m_rates = std::move(rates); }

    /// The steps from `done` on, without gradient, of `count` numbers: value, first moment and second (Adam).
    void makeUp(int done, Real* value, Real* first, Real* second, Index count) const;

private:
    void makeUpAdam(int done, Real* value, Real* first, Real* second, Index count) const;
    void makeUpSgd(int done, Real* value, Real* first, Index count) const;

    Method m_method;
    double m_momentum, m_decay;
    std::vector<double> m_rates;
};

} // namespace headlight
