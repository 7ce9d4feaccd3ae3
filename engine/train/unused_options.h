#pragma once

#include "train/run_config.h"

#include <string>
#include <vector>

namespace headlight {

/// Error naming an option that does nothing beside the others of the configuration, though it was changed. Only those
/// that a user gave are looked at: a preset or a recipe may set more than another option leaves in use.
void checkUnusedOptions(const RunConfig& config, const std::vector<std::string>& given);

/// What the sentence model has for encoders that give tokens, where this encoder makes the vector of a sentence itself;
/// Error where the encoder cannot be made.
std::vector<std::string> optionsOfTokens(const RunConfig& config);

} // namespace headlight
