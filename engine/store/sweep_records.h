#pragma once

#include "analysis/scale_measurement.h"
#include "store/ids.h"
#include "store/machine.h"

#include <cstdint>
#include <string>

namespace headlight {

/// Measurements of one plan on one machine. Times are seconds since 1970, UTC.
struct SweepRecord {
    SweepId id = 0;
    std::string name;
    std::string plan; ///< a ScalePlan, as JSON
    std::string programVersion;
    Machine machine;
    double created = 0;
    double updated = 0;
    std::int64_t points = 0; ///< that have been measured, or found too large
};

/// The plan of a sweep. Error when it is damaged.
ScalePlan planOf(const SweepRecord& sweep);

/// Curves of different machines, programs or numbers of threads may be looked at together but are never one.
bool sameConditions(const SweepRecord& record, const Machine& machine, const std::string& programVersion);

} // namespace headlight
