#include "analysis/step_memory_forecast.h"

#include "data/batching.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace headlight {

namespace {

/// The number in the first line that starts with `name`; of a file with one number, an empty name. Infinite where there
/// is none.
double numberIn(const std::string& path, const std::string& name) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(name)) {
            const auto digit = line.find_first_of("0123456789", name.size());
            if (digit == std::string::npos)
                break;
            return std::stod(line.substr(digit));
        }
    return std::numeric_limits<double>::infinity();
}

/// What a control group leaves; version 2 first, then version 1. Caches count as used there but can be given up.
double leftInGroup() {
    const std::string group = "/sys/fs/cgroup/";
    double limit = numberIn(group + "memory.max", ""), used = numberIn(group + "memory.current", "");
    double cache = numberIn(group + "memory.stat", "inactive_file ");
    if (used == std::numeric_limits<double>::infinity()) {
        limit = numberIn(group + "memory/memory.limit_in_bytes", "");
        used = numberIn(group + "memory/memory.usage_in_bytes", "");
        cache = numberIn(group + "memory/memory.stat", "total_inactive_file ");
    }
    if (used == std::numeric_limits<double>::infinity())
        return limit;
    return std::max(0.0, limit - used + (cache < used ? cache : 0));
}

} // namespace

double freeMemory() {
    const double system = numberIn("/proc/meminfo", "MemAvailable:") * 1024;
    return std::min(system, leftInGroup());
}

std::unique_ptr<Config> configOf(const ScaledModel& model, const ScalePoint& point) {
    auto config = model.config->clone();
    if (!point.form.empty())
        config->set("form", point.form);
    return config;
}

bool isWhole(const ScalePoint& point) {
    return point.form == "reference";
}

StepSpec specOf(const ScalePlan& plan, const ScalePoint& point, const Config& config, std::function<void()> check) {
    return {point.encoder,         &config,
            point.mode == "train", std::vector<Index>(std::size_t(point.batch), point.length),
            point.features,        plan.optimizer,
            isWhole(point),        std::move(check)};
}

StepMemoryForecast::StepMemoryForecast(const ScalePlan& plan, double limit, ThreadPool& pool,
                                       std::function<void()> check)
    : m_plan(plan), m_limit(limit), m_pool(pool), m_check(std::move(check)) {}

double StepMemoryForecast::bytes(const ScalePoint& point) {
    const auto config = configOf(m_plan.modelOf(point), point);
    if (const auto least = double(memoryOfParameters(specOf(m_plan, point, *config, {})).total()); least > m_limit)
        return least;
    const Need need = needOf(point, point.length);
    // Of a shard's half of the batch only one piece is in work; of the others the input waits.
    const double half = std::max(1.0, double(point.batch) / 2);
    const double working = isWhole(point) ? half : std::clamp(double(pieceTokens / point.length), 1.0, half);
    const double waiting = 2 * (half - working) * double(point.length * point.features) * sizeof(Real);
    return need.fixed + need.first + need.next * (working - 1) + waiting;
}

StepMemoryForecast::Need StepMemoryForecast::needOf(const ScalePoint& point, Index length) {
    if (length <= shortLength)
        return probe(point, length);
    const Need quarter = needOf(point, length / 4), half = needOf(point, length / 2);
    // a·n + b·n² through both; never less than twice the half.
    const auto continued = [](double atQuarter, double atHalf) {
        return std::max(2 * atHalf, 6 * atHalf - 8 * atQuarter);
    };
    const Need foretold{half.fixed, continued(quarter.first, half.first), continued(quarter.next, half.next)};
    const bool isProbe = length < point.length || point.batch > 4;
    return isProbe && foretold.fixed + foretold.first + foretold.next < m_limit ? probe(point, length) : foretold;
}

StepMemoryForecast::Need StepMemoryForecast::probe(const ScalePoint& point, Index length) {
    ScalePoint probed = point;
    probed.length = length;
    for (const auto& [known, need] : m_known)
        if (known == probed)
            return need;
    const StepMemory one = measured(point, length, std::min<Index>(point.batch, 2));
    Need need{double(one.parameters + one.gradients + one.optimizer), double(one.activations + one.attention), 0};
    if (point.batch > 2) {
        const StepMemory two = measured(point, length, 4);
        need.next = double(two.activations + two.attention) - need.first;
    }
    m_known.emplace_back(probed, need);
    return need;
}

StepMemory StepMemoryForecast::measured(const ScalePoint& point, Index length, Index sequences) {
    const auto config = configOf(m_plan.modelOf(point), point);
    ScalePoint probed = point;
    probed.length = length;
    probed.batch = sequences;
    StepBench bench(specOf(m_plan, probed, *config, m_check), m_pool);
    bench.step();
    return bench.memory();
}

} // namespace headlight
