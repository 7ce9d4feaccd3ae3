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

std::vector<std::string> namesOf(const std::vector<std::string>& set) {
    std::vector<std::string> names;
    for (const std::string& pair : set)
        names.push_back(keyAndValue(pair).first);
    return names;
}

} // namespace headlight
