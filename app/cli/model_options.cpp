#include "cli/model_options.h"

#include "cli/options.h"
#include "engine/core/error.h"
#include "engine/encoders/registry.h"
#include "wording/shell_words.h"

namespace headlight {

void checkModelName(const std::string& name) {
    const std::size_t colon = name.find(':');
    if (colon == std::string::npos || colon + 1 == name.size() || !isEncoder(name.substr(0, colon)))
        return;
    const std::string first = name.substr(colon + 1, name.find(':', colon + 1) - colon - 1);
    throw Error("unknown model \"" + name + "\": the model is " + name.substr(0, colon) +
                ", and each of its options is set by --set (--set " + shellWord(first) + ")");
}

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
