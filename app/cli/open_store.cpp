#include "cli/open_store.h"

#include "cli/options.h"
#include "engine/core/error.h"
#include "engine/store/store_path.h"
#include "wording/shell_words.h"

namespace headlight {

bool mayBeStore(const std::filesystem::path& path) {
    std::error_code closed;
    return std::filesystem::exists(path, closed) || closed;
}

Store openStore(const std::string& option) {
    const std::filesystem::path path = storePath(option);
    if (!mayBeStore(path))
        throw Error(path.string() + ": there is no run store yet: train or measure something, or give another --store");
    return Store(path);
}

std::string storeArgument(const std::string& option) {
    return option.empty() ? std::string() : " --store " + shellWord(option);
}

} // namespace headlight
