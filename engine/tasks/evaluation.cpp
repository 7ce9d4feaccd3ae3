#include "tasks/evaluation.h"

#include "core/grouped.h"
#include "tasks/selection_baselines.h"

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

std::string besideText(const nlohmann::ordered_json& details) {
    const std::string baselines = baselinesText(details), notEnded = notEndedText(details);
    return baselines + (baselines.empty() || notEnded.empty() ? "" : "; ") + notEnded;
}

std::string notEndedText(const nlohmann::ordered_json& details) {
    const auto cut = details.find("not_ended");
    if (cut == details.end() || !cut->is_number_integer() || *cut <= 0)
        return {};
    return grouped(cut->get<std::int64_t>()) + (*cut == 1 ? " translation was" : " translations were") +
           " cut at the limit before an end was found";
}

double comparable(double value) {
    return std::isnan(value) ? 0 : value;
}

} // namespace headlight
