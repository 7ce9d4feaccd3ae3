#include "cli/run_places.h"

#include "engine/core/error.h"
#include "engine/core/paths.h"
#include "engine/store/store.h"

#include <unistd.h>

namespace headlight {

namespace {

/// The path itself, or the nearest folder above it that is there.
std::filesystem::path nearestExisting(const std::filesystem::path& path) {
    std::filesystem::path place = wholePath(path);
    while (!isThere(place) && place.has_relative_path())
        place = place.parent_path();
    return place;
}

/// As a full disk leaves it, or another program makes it for a name of its own.
bool isEmptyFile(const std::filesystem::path& place) {
    std::error_code failed;
    return typeAt(place) == std::filesystem::file_type::regular && std::filesystem::file_size(place, failed) == 0 &&
           !failed;
}

bool isWritableFolder(const std::filesystem::path& place) {
    return typeAt(place) == std::filesystem::file_type::directory && ::access(place.c_str(), W_OK) == 0;
}

} // namespace

void checkStoreForTraining(const std::filesystem::path& path) {
    std::error_code failed;
    const bool isKnown = std::filesystem::exists(path, failed) || failed != std::errc::permission_denied;
    if (isKnown) { // of a folder that is closed the store itself says more
        const std::filesystem::path whole = wholePath(path), place = nearestExisting(path);
        if (place != whole && isWritableFolder(place))
            return;
        if (isEmptyFile(whole) && ::access(whole.c_str(), W_OK) == 0 && isWritableFolder(whole.parent_path()))
            return;
    }
    Store(path).checkWritable();
}

void checkRunFolder(const std::filesystem::path& folder) {
    const std::filesystem::path place = nearestExisting(folder);
    const std::filesystem::file_type type = typeAt(place);
    if (!isWritableFolder(place))
        throw Error(folder.string() + ": can't be the folder of the run: " +
                    (type == std::filesystem::file_type::directory ? "nothing may be written in " + place.string()
                                                                   : place.string() + " is " + typeName(type)));
}

} // namespace headlight
