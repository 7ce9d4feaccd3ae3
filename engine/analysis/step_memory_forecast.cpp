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

Sequences sequencesOf(const ScalePoint& point) {
    return point.sequences == "whole"    ? Sequences::Whole
           : point.sequences == "single" ? Sequences::Single
                                         : Sequences::Pieces;
}

StepSpec specOf(const ScalePlan& plan, const ScalePoint& point, const Config& config, std::function<void()> check) {
    return {point.encoder,         &config,
            point.mode == "train", std::vector<Index>(std::size_t(point.batch), point.length),
            point.features,        plan.optimizer,
            sequencesOf(point),    std::move(check)};
}

namespace {

/// Bytes that trial steps may take of their own, whatever the limit of the sweep is: what is foretold of a point must
/// not depend on the limit.
constexpr double trialBytes = 256e6;
/// Up to there a step costs little, and tiles of kernels and pieces of a batch are full long before.
constexpr Index longestTrial = 1024, longestOwnTrial = 256;

/// In which a batch of at least as many sequences is cut.
Index shardsOf(const ScalePoint& point) {
    return sequencesOf(point) == Sequences::Single ? 1 : 2;
}

/// Of a shard with so many sequences, how many are in memory at once.
double workingOf(const ScalePoint& point, double shard) {
    switch (sequencesOf(point)) {
    case Sequences::Whole:
        return shard;
    case Sequences::Single:
        return 1;
    case Sequences::Pieces:
        break;
    }
    return std::clamp(double(pieceTokens / point.length), 1.0, shard);
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
    for (const auto& [known, bytes] : m_foretold)
        if (known == point)
            return bytes;
    return m_foretold.emplace_back(point, foretell(point)).second;
}

double StepMemoryForecast::foretell(const ScalePoint& point) {
    const auto config = configOf(m_plan.modelOf(point), point);
    const auto fixed = double(memoryOfParameters(specOf(m_plan, point, *config, {})).total());
    if (fixed > std::max(m_limit, trialBytes))
        return fixed;
    const Need need = needOf(point);
    // Of a shard only one piece is in work; of the others the input waits.
    const auto shards = double(shardsOf(point));
    const double shard = std::max(1.0, double(point.batch) / shards);
    const double working = workingOf(point, shard);
    const double waiting = shards * (shard - working) * double(point.length * point.features) * sizeof(Real);
    return fixed + need.first + need.next * (working - 1) + waiting;
}

StepMemoryForecast::Need StepMemoryForecast::needOf(const ScalePoint& point) {
    std::vector<Index> trials;
    for (Index length = 16; length <= std::min(point.length, longestTrial); length *= 4)
        trials.push_back(length);
    if (point.length <= longestOwnTrial && (trials.empty() || trials.back() < point.length))
        trials.push_back(point.length);
    std::vector<std::pair<Index, double>> first = {{0, 0}}, next = {{0, 0}};
    for (const Index length : trials) {
        if (first.size() > 1 && continued(first, length) + continued(next, length) > trialBytes)
            break;
        const Need need = probe(point, length);
        first.emplace_back(length, need.first);
        next.emplace_back(length, need.next);
    }
    return {continued(first, point.length), continued(next, point.length)};
}

StepMemoryForecast::Need StepMemoryForecast::probe(const ScalePoint& point, Index length) {
    ScalePoint probed = point;
    probed.length = length;
    for (const auto& [known, need] : m_known)
        if (known == probed)
            return need;
    const Index shards = shardsOf(point);
    Need need{measured(probed, std::min(point.batch, shards)), 0};
    if (point.batch > shards && sequencesOf(point) != Sequences::Single)
        need.next = measured(probed, 2 * shards) - need.first;
    m_known.emplace_back(probed, need);
    return need;
}

double StepMemoryForecast::measured(ScalePoint point, Index sequences) {
    const auto config = configOf(m_plan.modelOf(point), point);
    point.batch = sequences;
    StepBench bench(specOf(m_plan, point, *config, m_check), m_oneThread);
    bench.step();
    const StepMemory memory = bench.memory();
    return double(memory.growing());
}

} // namespace headlight
