#include "store/run_folder.h"

#include "core/error.h"

namespace headlight {

bool holdsRun(const std::filesystem::path& folder) {
    for (const char* part : {"resume", "best", "last"})
        if (std::filesystem::exists(folder / part))
            return true;
    return false;
}

void checkFreeForRun(const std::filesystem::path& folder) {
    if (holdsRun(folder))
        throw Error(folder.string() + ": holds the models of another run: name another folder");
}

} // namespace headlight
