#pragma once

#include <filesystem>

namespace headlight {

/// Whether a folder has models or a checkpoint of a run.
bool holdsRun(const std::filesystem::path& folder);

/// Error when a new run can't have this folder, since it is that of another one.
void checkFreeForRun(const std::filesystem::path& folder);

} // namespace headlight
