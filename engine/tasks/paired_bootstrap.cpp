#include "tasks/paired_bootstrap.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headlight {

namespace {

double meanOf(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

/// What is left when a fortieth of the values is cut off at either end.
std::pair<double, double> middle95Of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t cutOff = values.size() / 40;
    return {values[cutOff], values[values.size() - cutOff - 1]};
}

SampledScore sampledScore(double score, std::span<const double> samples) {
    const auto [lower, upper] = middle95Of({samples.begin(), samples.end()});
    return {.score = score, .mean = meanOf(samples), .halfWidth = (upper - lower) / 2};
}

} // namespace

PairedBootstrap judgedSamples(double baseline, double system, std::span<const double> baselineSamples,
                              std::span<const double> systemSamples) {
    std::vector<double> differences, sizes;
    for (std::size_t k = 0; k < systemSamples.size(); ++k) {
        differences.push_back(systemSamples[k] - baselineSamples[k]);
        sizes.push_back(std::abs(differences.back()));
    }
    const double difference = system - baseline, mean = meanOf(differences), meanSize = meanOf(sizes);
    const auto asFar = std::count_if(differences.begin(), differences.end(),
                                     [&](double one) { return std::abs(one - mean) >= std::abs(difference); });
    const auto larger =
        std::count_if(sizes.begin(), sizes.end(), [&](double size) { return size - meanSize > std::abs(difference); });
    const auto shareOf = [&](auto count) { return double(count + 1) / double(differences.size() + 1); };
    const auto better = std::count_if(differences.begin(), differences.end(), [](double one) { return one > 0; });
    const auto [lower, upper] = middle95Of(differences);
    return {.baseline = sampledScore(baseline, baselineSamples),
            .system = sampledScore(system, systemSamples),
            .difference = difference,
            .lower = lower,
            .upper = upper,
            .better = double(better) / double(differences.size()),
            .pValue = shareOf(asFar),
            .sacreBleuP = shareOf(larger)};
}

} // namespace headlight
