#include "cli/model_options.h"

#include "cli/options.h"

namespace headlight {

void setOptions(RunConfig& config, const std::string& preset, const std::vector<std::string>& set) {
    if (!preset.empty())
        config.set("preset", preset);
    std::vector<std::pair<std::string, std::string>> values;
    for (const std::string& pair : set) {
        const auto [name, value] = keyAndValue(pair);
        if (name == "preset")
            config.set(name, value);
        else
            values.emplace_back(name, value);
    }
    for (const auto& [name, value] : values)
        config.set(name, value);
}

ParameterCounts countsOf(const RunConfig& config, int classes) {
    ModelDescription description;
    description.task = config.task;
    description.encoder = config.encoder;
    description.encoderConfig = config.encoderConfig->clone();
    description.classifier = config.classifier;
    for (int k = 0; k < classes; ++k)
        description.labels.push_back(std::to_string(k));
    return countParameters(std::move(description));
}

} // namespace headlight
