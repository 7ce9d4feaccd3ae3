#include "store/store_path.h"

#include "core/error.h"

#include <cstdlib>
#include <pwd.h>
#include <unistd.h>

namespace headlight {

namespace {

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

} // namespace

std::filesystem::path storePath(const std::string& option) {
    if (!option.empty())
        return option;
    if (const std::string store = environment("HEADLIGHT_STORE"); !store.empty())
        return store;
    const std::filesystem::path inside = "headlight/runs.sqlite";
    // The base directory specification has relative paths ignored.
    if (const std::filesystem::path data = environment("XDG_DATA_HOME"); data.is_absolute())
        return data / inside;
    std::filesystem::path home = environment("HOME");
    if (home.empty())
        if (const passwd* user = ::getpwuid(::getuid()))
            home = user->pw_dir;
    if (home.empty())
        throw Error("no place for the run store is known: set HOME or HEADLIGHT_STORE, or give --store FILE");
    return home / ".local/share" / inside;
}

} // namespace headlight
