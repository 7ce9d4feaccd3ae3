#pragma once

#include "autodiff/parameter.h"

#include <vector>

namespace headlight {

/// The mean of a model's parameters at several times, of which it keeps no more than the mean itself.
class ParameterMean {
public:
    /// Takes the memory of one set of parameters.
    explicit ParameterMean(const Parameters& parameters);

    void add(const Parameters& parameters);
    int times() const { return m_times; }

    /// By parameter: what a resumed run needs, with times().
    std::vector<Matrix>& arrays() { return m_mean; }
    void resumeAt(int times) { m_times = times; }

    /// Puts the mean in the place of the parameters and keeps these, and back again. The mean of no times does nothing.
    void exchange(Parameters& parameters);

private:
    std::vector<Matrix> m_mean;
    int m_times = 0;
};

/// While it lives, the parameters are their mean; with null, or the mean of no times, nothing changes.
class MeanScope {
public:
    MeanScope(ParameterMean* mean, Parameters& parameters) : m_mean(mean), m_parameters(parameters) { exchange(); }
    ~MeanScope() { exchange(); }
    MeanScope(const MeanScope&) = delete;
    MeanScope& operator=(const MeanScope&) = delete;

private:
    void exchange() {
        if (m_mean)
            m_mean->exchange(m_parameters);
    }
    ParameterMean* m_mean;
    Parameters& m_parameters;
};

} // namespace headlight
