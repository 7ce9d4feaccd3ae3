#pragma once

#include "engine/store/store.h"

#include <filesystem>
#include <string>

namespace headlight {

/// False where there is no such file. Where one may not look, opening the store says so.
bool mayBeStore(const std::filesystem::path& path);

/// The store that --store names (empty: the usual one), for commands that look at what is there: they make none, so
/// that a mistyped path is told. Error when there is no such file.
Store openStore(const std::string& option);

/// " --store PATH" for a command that is to be pasted, nothing for the usual store.
std::string storeArgument(const std::string& option);

} // namespace headlight
