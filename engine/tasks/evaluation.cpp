#include "tasks/evaluation.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headlight {

double Evaluation::metric(const std::string& name) const {
    const auto found = std::find_if(metrics.begin(), metrics.end(), [&](const auto& one) { return one.name == name; });
    if (found == metrics.end())
        throw std::invalid_argument("Evaluation::metric: there is no \"" + name + "\"");
    return found->value;
}

double comparable(double value) {
    return std::isnan(value) ? 0 : value;
}

} // namespace headlight
