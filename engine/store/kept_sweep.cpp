#include "store/kept_sweep.h"

#include "core/error.h"
#include "store/machine.h"
#include "store/sweep_records.h"

#include <algorithm>

namespace headlight {

namespace {

bool measuresTheSame(const ScalePlan& one, const ScalePlan& other) {
    return one.repetitions == other.repetitions && one.optimizer == other.optimizer && one.points() == other.points();
}

} // namespace

SweepId keptSweep(const Store& store, const std::string& name, const ScalePlan& plan) {
    std::vector<DamagedRow> damaged; // they are left out: a new sweep takes their place
    const std::vector<SweepRecord> sweeps = store.sweeps(&damaged);
    const Machine machine = thisMachine();
    for (auto sweep = sweeps.rbegin(); sweep != sweeps.rend(); ++sweep) {
        if (sweep->name != name || !sameConditions(*sweep, machine, HEADLIGHT_VERSION))
            continue;
        try {
            if (measuresTheSame(planOf(*sweep), plan))
                return sweep->id;
        } catch (const Error&) {
            continue; // its plan is damaged
        }
    }
    return 0;
}

bool isComplete(const ScalePlan& plan, const std::vector<ScaleMeasurement>& measurements) {
    const std::vector<ScalePoint> points = plan.points();
    return std::all_of(points.begin(), points.end(), [&](const ScalePoint& point) {
        return std::any_of(measurements.begin(), measurements.end(), [&](const ScaleMeasurement& one) {
            return one.point == point && one.status != ScaleMeasurement::Status::Failed;
        });
    });
}

bool measureMissing(const std::filesystem::path& storePath, const std::string& name, const ScalePlan& plan,
                    double memoryLimit, const std::atomic<bool>& cancelled, const SweepListener& listener) {
    SweepId id = 0;
    {
        const Store store(storePath);
        id = keptSweep(store, name, plan);
        if (id > 0 && isComplete(plan, store.measurements(id)))
            return true;
    }
    return id > 0 ? continueRecorded(storePath, id, plan, memoryLimit, cancelled, listener)
                  : measureRecorded(storePath, name, plan, memoryLimit, cancelled, listener);
}

} // namespace headlight
