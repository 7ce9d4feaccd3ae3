#include "store/sweep_recorder.h"

#include "core/error.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace headlight {

namespace {

bool measureInto(Store& store, SweepId id, const ScalePlan& plan, const std::vector<ScaleMeasurement>& known,
                 double memoryLimit, const std::atomic<bool>& cancelled, const SweepListener& listener) {
    if (listener.recorded)
        listener.recorded(id);
    ScaleCallbacks callbacks = listener.points;
    callbacks.measured = [&](const ScaleMeasurement& one) {
        store.addMeasurement(id, one);
        if (listener.points.measured)
            listener.points.measured(one);
    };
    return runSweep(plan, known, memoryLimit, cancelled, callbacks);
}

} // namespace

bool measureRecorded(const std::filesystem::path& path, const std::string& name, const ScalePlan& plan,
                     double memoryLimit, const std::atomic<bool>& cancelled, const SweepListener& listener) {
    Store store(path);
    return measureInto(store, store.createSweep(name, plan), plan, {}, memoryLimit, cancelled, listener);
}

bool continueRecorded(const std::filesystem::path& path, SweepId id, const ScalePlan& plan, double memoryLimit,
                      const std::atomic<bool>& cancelled, const SweepListener& listener) {
    Store store(path);
    const SweepRecord sweep = store.sweep(id);
    const Machine machine = thisMachine();
    if (!sameConditions(sweep, machine, HEADLIGHT_VERSION))
        throw Error("sweep " + std::to_string(id) + " was measured on " + sweep.machine.host + " (" +
                    sweep.machine.processor + ", " + std::to_string(sweep.machine.cores) + " cores) by Headlight " +
                    sweep.programVersion + "; its curves can't go on here. Start a new sweep");
    if (const int threads = planOf(sweep).threads; threads != plan.threads)
        throw Error("sweep " + std::to_string(id) + " was measured with " + std::to_string(threads) +
                    (threads == 1 ? " thread" : " threads") + "; its curves can't go on with " +
                    std::to_string(plan.threads) + ". Start a new sweep");
    std::vector<ScaleMeasurement> known = store.measurements(id);
    std::erase_if(known, [](const ScaleMeasurement& one) { return one.status != ScaleMeasurement::Status::Measured; });
    store.setSweepPlan(id, plan);
    return measureInto(store, id, plan, known, memoryLimit, cancelled, listener);
}

ScalePlan planOf(const SweepRecord& sweep) {
    const std::string where = "sweep " + std::to_string(sweep.id);
    const auto document = nlohmann::ordered_json::parse(sweep.plan, nullptr, false);
    if (document.is_discarded())
        throw Error(where + ": its plan is damaged");
    return ScalePlan::fromJson(document, where);
}

} // namespace headlight
