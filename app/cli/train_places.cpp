#include "cli/train_places.h"

#include "core/error.h"
#include "store/store.h"

#include <unistd.h>

namespace headlight {

namespace {

/// The path itself, or the nearest folder above it that is there.
std::filesystem::path nearestExisting(const std::filesystem::path& path) {
    std::error_code code;
    std::filesystem::path place = std::filesystem::absolute(path);
    while (!std::filesystem::exists(place, code) && place.has_relative_path())
        place = place.parent_path();
    return place;
}

bool isWritableFolder(const std::filesystem::path& place) {
    std::error_code code;
    return std::filesystem::is_directory(place, code) && ::access(place.c_str(), W_OK) == 0;
}

} // namespace

void checkStoreForTraining(const std::filesystem::path& path) {
    const std::filesystem::path place = nearestExisting(path);
    if (place != std::filesystem::absolute(path) && isWritableFolder(place))
        return;
    Store(path).checkWritable();
}

void checkRunFolder(const std::filesystem::path& folder) {
    const std::filesystem::path place = nearestExisting(folder);
    if (!isWritableFolder(place))
        throw Error(folder.string() + ": can't be the folder of the run: " +
                    (std::filesystem::is_directory(place) ? "nothing may be written in " + place.string()
                                                          : place.string() + " is a file"));
}

} // namespace headlight
