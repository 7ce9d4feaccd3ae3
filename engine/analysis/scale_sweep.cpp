#include "analysis/scale_sweep.h"

#include "analysis/quantile.h"
#include "analysis/step_memory_forecast.h"
#include "core/error.h"

#include <algorithm>
#include <cmath>
#include <fstream>

namespace headlight {

namespace {

/// The highest resident memory of this process since it was asked for anew.
class ProcessPeak {
public:
    ProcessPeak() : m_works(bool(std::ofstream("/proc/self/clear_refs") << "5" << std::flush)), m_before(highest()) {}
    double growth() const { return m_works ? std::max(0.0, highest() - m_before) : 0; }

private:
    static double highest() {
        std::ifstream status("/proc/self/status");
        for (std::string line; std::getline(status, line);)
            if (line.starts_with("VmHWM:"))
                return std::stod(line.substr(6)) * 1024;
        return 0;
    }
    bool m_works;
    double m_before;
};

/// Thrown within a step when the sweep is to stop.
struct Stopped {};

ScaleMeasurement measure(const ScalePlan& plan, const ScalePoint& point, ThreadPool& pool,
                         const std::function<void()>& check) {
    ScaleMeasurement found;
    found.point = point;
    const ProcessPeak process;
    const auto config = configOf(plan.modelOf(point), point);
    StepBench bench(specOf(plan, point, *config, check), pool);
    std::vector<double> seconds;
    for (int step = 0; step <= plan.repetitions; ++step) { // the first one takes the memory and is not counted
        check();
        const double taken = bench.step();
        if (step > 0)
            seconds.push_back(taken);
    }
    std::sort(seconds.begin(), seconds.end());
    found.repetitions = plan.repetitions;
    found.seconds = quantile(seconds, 0.5);
    found.secondsLow = quantile(seconds, 0.25);
    found.secondsHigh = quantile(seconds, 0.75);
    found.memory = bench.memory();
    found.sequencesAtOnce = bench.sequencesAtOnce();
    found.processBytes = process.growth();
    return found;
}

/// Time that points take is guessed from the same curve's last length, growing as the square; of curves without points,
/// nothing is known.
double guess(const std::vector<ScaleMeasurement>& known, const ScalePoint& point) {
    const ScaleMeasurement* nearest = nullptr;
    for (const ScaleMeasurement& one : known)
        if (one.status == ScaleMeasurement::Status::Measured && one.point.sameCurve(point))
            if (!nearest || std::abs(one.point.length - point.length) < std::abs(nearest->point.length - point.length))
                nearest = &one;
    if (!nearest)
        return 0;
    const double ratio = double(point.length) / double(nearest->point.length);
    return nearest->seconds * (nearest->repetitions + 1) * std::max(ratio, ratio * ratio);
}

/// Points that are left out take none, and those whose options turn out to be unusable.
double secondsOf(const std::vector<ScaleMeasurement>& known, const ScalePoint& point, StepMemoryForecast& forecast,
                 double memoryLimit) {
    const double seconds = guess(known, point);
    try {
        return seconds > 0 && forecast.bytes(point) > memoryLimit ? 0 : seconds;
    } catch (const Error&) {
        return 0;
    }
}

} // namespace

double usualMemoryLimit() {
    return 0.75 * freeMemory();
}

bool runSweep(const ScalePlan& plan, const std::vector<ScaleMeasurement>& known, double memoryLimit,
              const std::atomic<bool>& cancelled, const ScaleCallbacks& callbacks) {
    ThreadPool pool(plan.threads);
    const auto check = [&cancelled] {
        if (cancelled)
            throw Stopped();
    };
    StepMemoryForecast forecast(plan, memoryLimit, check);
    const std::vector<ScalePoint> points = plan.points();
    const auto isKnown = [&](const ScalePoint& point) {
        return std::any_of(known.begin(), known.end(), [&](const auto& one) { return one.point == point; });
    };
    std::vector<ScaleMeasurement> found = known;
    for (std::size_t k = 0; k < points.size(); ++k) {
        const ScalePoint& point = points[k];
        if (isKnown(point))
            continue;
        if (cancelled)
            return false;
        ScaleMeasurement result;
        result.point = point;
        try {
            if (callbacks.progressed) {
                double remaining = 0;
                for (std::size_t later = k; later < points.size(); ++later)
                    if (!isKnown(points[later]))
                        remaining += secondsOf(found, points[later], forecast, memoryLimit);
                callbacks.progressed({k, points.size(), point, remaining});
            }
            const double needed = forecast.bytes(point);
            if (needed > memoryLimit)
                result.status = ScaleMeasurement::Status::TooLarge;
            else
                result = measure(plan, point, pool, check);
            result.predictedBytes = needed;
        } catch (const Stopped&) {
            return false;
        } catch (const Error& error) {
            result.status = ScaleMeasurement::Status::Failed;
            result.message = error.what();
        } catch (const std::bad_alloc&) {
            result.status = ScaleMeasurement::Status::Failed;
            result.message = "not enough memory";
        }
        callbacks.measured(result);
        found.push_back(std::move(result));
    }
    return true;
}

} // namespace headlight
