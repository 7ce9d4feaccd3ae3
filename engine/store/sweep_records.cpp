#include "store/sweep_records.h"

#include "core/error.h"
#include "core/json_text.h"

namespace headlight {

ScalePlan planOf(const SweepRecord& sweep) {
    const std::string where = "sweep " + std::to_string(sweep.id);
    const auto document = jsonFrom(sweep.plan);
    if (!document)
        throw Error(where + ": its plan is damaged");
    return ScalePlan::fromJson(*document, where);
}

bool sameConditions(const SweepRecord& record, const Machine& machine, const std::string& programVersion) {
    return record.machine.host == machine.host && record.machine.processor == machine.processor &&
           record.machine.cores == machine.cores && record.programVersion == programVersion;
}

} // namespace headlight
