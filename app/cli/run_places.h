#pragma once

#include <filesystem>

namespace headlight {

/// Error when runs can't be stored there: a file of another program, of a newer Headlight, held by another program, or
/// a place where nothing may be written. A store that is not there yet is not made, and an empty file stays empty.
void checkStoreForTraining(const std::filesystem::path& path);

/// Error when a run's folder can't be made there.
void checkRunFolder(const std::filesystem::path& folder);

} // namespace headlight
