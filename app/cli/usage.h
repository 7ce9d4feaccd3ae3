#pragma once

#include "cli/cli11_names.h"

#include <string>

namespace headlight {

/// What is wrong with a command line, in one line: "headlight-cli: what (headlight-cli runs --help explains)". The
/// program is called what the App is, which was asked to parse it.
std::string usageText(const CLI::App& app, const std::string& what);
/// The same of what CLI11 found, with suggestions for what is misspelt.
std::string usageText(const CLI::App& app, const CLI::ParseError& error);

/// What is to be said of an option that there is not, with what may have been meant.
std::string unknownOption(const CLI::App& app, const std::string& word);

} // namespace headlight
