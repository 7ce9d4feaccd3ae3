#include "analysis/scale_plan.h"
#include "core/json_text.h"
#include "fuzz/targets.h"

namespace headlight::fuzz {

void readSweepModels(std::string_view bytes) {
    for (const ScaledModel& model : parseScaledModels(std::string(bytes))) {
        require(model.config != nullptr, "a model has options");
        require(parseScaledModels(model.text()).size() == 1, "a model's text names one model");
    }
}

void readSweepLengths(std::string_view bytes) {
    const std::vector<Index> lengths = parseLengths(std::string(bytes));
    require(parseLengths(lengthsText(lengths)) == lengths, "what is printed is the same lengths");
}

void readSweepPlan(std::string_view bytes) {
    const ScalePlan plan = ScalePlan::fromJson(parseJson(std::string(bytes), "sweep 1"), "sweep 1");
    for (const ScalePoint& point : plan.points()) {
        require(point.batch > 0 && point.length > 0 && point.features > 0 && point.threads > 0, "a size is positive");
        plan.modelOf(point);
    }
    require(plan.repetitions > 0, "a point is measured once at least");
}

} // namespace headlight::fuzz
