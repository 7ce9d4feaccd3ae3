#include "train/parameter_mean.h"

namespace headlight {

ParameterMean::ParameterMean(const Parameters& parameters) {
    for (std::size_t p = 0; p < parameters.size(); ++p)
        m_mean.push_back(Matrix::Zero(parameters[p].value.rows(), parameters[p].value.cols()));
}

void ParameterMean::add(const Parameters& parameters) {
    ++m_times;
    for (std::size_t p = 0; p < parameters.size(); ++p)
        m_mean[p] += (parameters[p].value - m_mean[p]) / Real(m_times);
}

void ParameterMean::exchange(Parameters& parameters) {
    if (m_times == 0)
        return;
    for (std::size_t p = 0; p < parameters.size(); ++p)
        parameters[p].value.swap(m_mean[p]);
}

} // namespace headlight
