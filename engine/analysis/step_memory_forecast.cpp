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
    if (point.form)
        config->set("form", point.formText());
    return config;
}

StepSpec specOf(const ScalePlan& plan, const ScalePoint& point, const Config& config, std::function<void()> check) {
    return {point.encoder,
            &config,
            point.mode == StepMode::Train,
            std::vector<Index>(std::size_t(point.batch), point.length),
            point.features,
            plan.optimizer,
            point.sequences,
            std::move(check)};
}

namespace {

/// Bytes that trial steps may take of their own, whatever the limit of the sweep is: what is predicted of a point must
/// not depend on the limit.
constexpr double trialBytes = 256e6;
/// Up to there a step costs little, and tiles of kernels are full long before.
constexpr Index longestTrial = 1024;

/// In which a batch of at least as many sequences is cut.
Index shardsOf(const ScalePoint& point) {
    return point.sequences == Sequences::Single ? 1 : 2;
}

/// Of a batch, how many sequences are in memory at once, of all shards.
Index togetherOf(const ScalePoint& point) {
    switch (point.sequences) {
    case Sequences::Whole:
        return point.batch;
    case Sequences::Single:
        return 1;
    case Sequences::Pieces:
        break;
    }
    return std::min(point.batch, shardsOf(point) * std::max<Index>(1, pieceTokens / point.length));
}

/// Lengths of short trials. Two of them at least where that can be, for a square to be seen.
std::vector<Index> trialsOf(const ScalePoint& point) {
    std::vector<Index> lengths;
    for (Index length = 16; length <= std::min(point.length, longestTrial); length *= 4)
        lengths.push_back(length);
    if (lengths.size() < 2 && (lengths.empty() || lengths.back() < point.length))
        lengths.push_back(point.length);
    return lengths;
}

/// Through the last three points, growing as c + a·n + b·n².
double continued(const std::vector<std::pair<Index, double>>& points, Index length) {
    const std::size_t count = points.size();
    const auto slope = [&](std::size_t k) {
        return (points[k].second - points[k - 1].second) / double(points[k].first - points[k - 1].first);
    };
    const auto [last, bytes] = points[count - 1];
    const double rise = std::max(0.0, slope(count - 1));
    double bend = 0;
    // Blocks that happen to fit or not bend a straight line a little, which must not count for long sequences.
    if (count > 2 && rise - slope(count - 2) > 0.05 * rise)
        bend = (rise - slope(count - 2)) / double(last - points[count - 3].first);
    return bytes + double(length - last) * (rise + bend * double(length - points[count - 2].first));
}

} // namespace

StepMemoryForecast::StepMemoryForecast(const ScalePlan& plan, double limit, std::function<void()> check)
    : m_plan(plan), m_limit(limit), m_check(std::move(check)) {}

double StepMemoryForecast::bytes(const ScalePoint& point) {
    for (const auto& [known, bytes] : m_predicted)
        if (known == point)
            return bytes;
    return m_predicted.emplace_back(point, predict(point)).second;
}

double StepMemoryForecast::predict(const ScalePoint& point) {
    const auto config = configOf(m_plan.modelOf(point), point);
    const auto fixed = double(memoryOfParameters(specOf(m_plan, point, *config, {})).total());
    if (fixed > std::max(m_limit, trialBytes))
        return fixed;
    // Only a piece of a shard is in work; of the others the input waits.
    const auto waiting = double(point.batch - togetherOf(point));
    return fixed + growing(point) + waiting * double(point.length * point.features) * sizeof(Real);
}

double StepMemoryForecast::growing(const ScalePoint& point) {
    const Index shards = std::min(point.batch, shardsOf(point)), together = togetherOf(point);
    const Index most = mostOfTrial(point, shards);
    if (together <= most * shards)
        return measured(point, point.length, together);
    if (most > 1) {
        const Index more = most * shards, fewer = most / 2 * shards;
        const double bytes = measured(point, point.length, more);
        const double next = (bytes - measured(point, point.length, fewer)) / double(more - fewer);
        return bytes + next * double(together - more);
    }
    std::vector<std::pair<Index, double>> first = {{0, 0}}, next = {{0, 0}};
    for (const Index length : trialsOf(point)) {
        if (first.size() > 1 && continued(first, length) + continued(next, length) > trialBytes)
            break;
        const double bytes = measured(point, length, shards);
        first.emplace_back(length, bytes);
        next.emplace_back(length, together > shards ? measured(point, length, 2 * shards) - bytes : 0);
    }
    const double further = double(together) / double(shards) - 1;
    return continued(first, point.length) + continued(next, point.length) * further;
}

Index StepMemoryForecast::mostOfTrial(const ScalePoint& point, Index shards) {
    if (point.length > longestTrial)
        return 0;
    std::vector<std::pair<Index, double>> one = {{0, 0}};
    for (const Index length : trialsOf(point)) {
        if (one.size() > 1 && continued(one, length) > trialBytes)
            return 0;
        one.emplace_back(length, measured(point, length, shards));
    }
    const double fit = trialBytes / continued(one, point.length);
    return std::min(std::max<Index>(1, pieceTokens / point.length), Index(std::min(fit, double(pieceTokens))));
}

double StepMemoryForecast::measured(ScalePoint point, Index length, Index sequences) {
    point.length = length;
    point.batch = sequences;
    for (const auto& [known, bytes] : m_measured)
        if (known == point)
            return bytes;
    const auto config = configOf(m_plan.modelOf(point), point);
    StepBench bench(specOf(m_plan, point, *config, m_check), m_oneThread);
    bench.step();
    return m_measured.emplace_back(point, double(bench.memory().growing())).second;
}

} // namespace headlight
