#include "models/published/architectures/rotary_config.h"

#include <algorithm>
#include <numbers>

namespace headlight {

namespace {

constexpr double leastBase = 1e-3, mostBase = 1e15;

/// Llama 3's: slow rotations are made slower, fast ones stay, those between are mixed.
void slowDown(std::vector<double>& frequencies, const ConfigEntries& entries, double factor) {
    const double low = entries.number("low_freq_factor", 1, 1e-6, 1e6);
    const double high = entries.number("high_freq_factor", 4, 1e-6, 1e6);
    if (high <= low)
        entries.refuse("high_freq_factor", "more than \"low_freq_factor\"");
    const double length = double(entries.size("original_max_position_embeddings", most::positions, 8192));
    for (double& frequency : frequencies) {
        const double turns = length * frequency / (2 * std::numbers::pi);
        const double kept = std::clamp((turns - low) / (high - low), 0.0, 1.0);
        frequency *= kept + (1 - kept) / factor;
    }
}

} // namespace

Rotary rotaryBy(const ConfigEntries& entries, Index features, double theta) {
    Rotary rotary;
    rotary.frequencies = rotaryFrequencies(entries.number("rope_theta", theta, leastBase, mostBase), features);
    const char* const word = entries.has("rope_type") ? "rope_type" : "type"; // the older one
    const std::string kind = entries.text(word, "default");
    if (kind == "default")
        return rotary;
    if (kind != "linear" && kind != "llama3")
        entries.refuse(word, "default | linear | llama3");
    if (!entries.has("factor"))
        entries.refuse("factor", "a number");
    const double factor = entries.number("factor", 1, 1e-6, 1e6);
    if (kind == "llama3")
        slowDown(rotary.frequencies, entries, factor);
    else
        for (double& frequency : rotary.frequencies)
            frequency /= factor;
    return rotary;
}

Rotary rotaryOf(const ConfigEntries& config, Index features, double theta) {
    theta = config.number("rope_theta", theta, leastBase, mostBase);
    for (const char* name : {"rope_parameters", "rope_scaling"})
        if (config.has(name))
            return rotaryBy(ConfigEntries(config.at(name), config.where() + ": \"" + name + '"'), features, theta);
    return rotaryBy(ConfigEntries(ConfigEntries::Json::object(), config.where()), features, theta);
}

Index turnedFeatures(const ConfigEntries& config, Index width, const char* entry, double otherwise) {
    double share = config.number(entry, otherwise, 0, 1);
    if (config.has("rope_parameters"))
        share = ConfigEntries(config.at("rope_parameters"), config.where() + ": \"rope_parameters\"")
                    .number("partial_rotary_factor", share, 0, 1);
    return Index(double(width) * share) / 2 * 2;
}

} // namespace headlight
