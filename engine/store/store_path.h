#pragma once

#include <filesystem>
#include <string>

namespace headlight {

/// Where the run store lies: the value of --store if there is one, else $HEADLIGHT_STORE, else
/// $XDG_DATA_HOME/headlight/runs.sqlite, else ~/.local/share/headlight/runs.sqlite. Error when not even a home is
/// known.
std::filesystem::path storePath(const std::string& option = {});

} // namespace headlight
