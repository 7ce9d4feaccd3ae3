#include "store/sweep_recorder.h"

#include "core/error.h"
#include "core/json_text.h"
#include "store/lease.h"
#include "store/sweep_records.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace headlight {

namespace {

/// The lease of a sweep that is to be measured or deleted. Error when another one has it.
Lease leaseOf(const std::filesystem::path& store, SweepId id) {
    std::optional<Lease> lease = Lease::take(store.string() + ".sweep-" + std::to_string(id));
    if (!lease)
        throw Error("sweep " + std::to_string(id) +
                    " is being measured by another program; wait until it has ended, or stop it there first");
    return std::move(*lease);
}

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

bool measureRecorded(const std::filesystem::path& storePath, const std::string& name, const ScalePlan& plan,
                     double memoryLimit, const std::atomic<bool>& cancelled, const SweepListener& listener) {
    Store store(storePath);
    const SweepId id = store.createSweep(name, plan);
    const Lease lease = leaseOf(storePath, id);
    return measureInto(store, id, plan, {}, memoryLimit, cancelled, listener);
}

void removeRecorded(const std::filesystem::path& storePath, SweepId id) {
    Store store(storePath);
    const Lease lease = leaseOf(storePath, id);
    store.removeSweep(id);
}

bool continueRecorded(const std::filesystem::path& storePath, SweepId id, const ScalePlan& plan, double memoryLimit,
                      const std::atomic<bool>& cancelled, const SweepListener& listener) {
    Store store(storePath);
    const SweepRecord sweep = store.sweep(id);
    const Machine machine = thisMachine();
    if (!sameConditions(sweep, machine, HEADLIGHT_VERSION))
        throw Error("sweep " + std::to_string(id) + " was measured on " + sweep.machine.host + " (" +
                    sweep.machine.processor + ", " + std::to_string(sweep.machine.cores) + " cores) by Headlight " +
                    sweep.programVersion + "; its curves can't go on here. Start a new sweep");
    const ScalePlan before = planOf(sweep);
    const auto number = [](const std::string& unit, auto count) {
        return std::to_string(count) + ' ' + unit + (count == 1 ? "" : "s");
    };
    const auto check = [&](const std::string& measured, const std::string& wanted) {
        if (measured != wanted)
            throw Error("sweep " + std::to_string(id) + " was measured with " + measured +
                        "; its curves can't go on with " + wanted + ". Start a new sweep");
    };
    check(number("thread", before.threads), number("thread", plan.threads));
    check("a batch of " + std::to_string(before.batch), "a batch of " + std::to_string(plan.batch));
    check(number("feature", before.features), number("feature", plan.features));
    check("the optimizer " + before.optimizer, "the optimizer " + plan.optimizer);
    const Lease lease = leaseOf(storePath, id); // before looking at what is there already
    std::vector<ScaleMeasurement> known = store.measurements(id);
    std::erase_if(known, [](const ScaleMeasurement& one) { return one.status != ScaleMeasurement::Status::Measured; });
    store.setSweepPlan(id, before.joinedWith(plan));
    return measureInto(store, id, plan, known, memoryLimit, cancelled, listener);
}

} // namespace headlight
