#pragma once

#include "engine/train/run_config.h"

#include <string>
#include <vector>

namespace headlight {

/// Error for options behind the name of a model, as `scale --models` takes them; other names are left to the registry.
void checkModelName(const std::string& name);

/// --preset and then every --set: a preset, however it is given, is what the other options change, wherever it stands.
/// UsageError for what is no key=value, Error for what is unknown or out of range.
void setOptions(RunConfig& config, const std::string& preset, const std::vector<std::string>& set);

/// Names of the options that every --set gives.
std::vector<std::string> namesOf(const std::vector<std::string>& set);

} // namespace headlight
