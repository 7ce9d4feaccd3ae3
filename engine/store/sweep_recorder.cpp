#include "store/sweep_recorder.h"

#include "core/error.h"
#include "core/json_text.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

namespace headlight {

namespace {

/// A sweep that is being measured: as long as this lives, nobody else on this machine can measure it. Of a file beside
/// the store, whose lock the system lets go of when the program ends, however that happens. Some network file systems
/// have none.
class SweepClaim {
public:
    /// Error when another one has it.
    SweepClaim(const std::filesystem::path& store, SweepId id)
        : m_path(store.string() + ".sweep-" + std::to_string(id)),
          m_descriptor(::open(m_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
        if (m_descriptor < 0 || ::flock(m_descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
            return;
        ::close(m_descriptor);
        throw Error("sweep " + std::to_string(id) +
                    " is being measured by another program; wait until it has ended, or stop it there first");
    }
    SweepClaim(const SweepClaim&) = delete;
    SweepClaim& operator=(const SweepClaim&) = delete;
    ~SweepClaim() {
        if (m_descriptor < 0)
            return;
        ::unlink(m_path.c_str());
        ::close(m_descriptor);
    }

private:
    std::string m_path;
    int m_descriptor;
};

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
    const SweepId id = store.createSweep(name, plan);
    const SweepClaim claim(path, id);
    return measureInto(store, id, plan, {}, memoryLimit, cancelled, listener);
}

void removeRecorded(const std::filesystem::path& path, SweepId id) {
    Store store(path);
    const SweepClaim claim(path, id);
    store.removeSweep(id);
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
    const SweepClaim claim(path, id); // before looking at what is there already
    std::vector<ScaleMeasurement> known = store.measurements(id);
    std::erase_if(known, [](const ScaleMeasurement& one) { return one.status != ScaleMeasurement::Status::Measured; });
    store.setSweepPlan(id, before.joinedWith(plan));
    return measureInto(store, id, plan, known, memoryLimit, cancelled, listener);
}

ScalePlan planOf(const SweepRecord& sweep) {
    const std::string where = "sweep " + std::to_string(sweep.id);
    const auto document = jsonFrom(sweep.plan);
    if (!document)
        throw Error(where + ": its plan is damaged");
    return ScalePlan::fromJson(*document, where);
}

} // namespace headlight
