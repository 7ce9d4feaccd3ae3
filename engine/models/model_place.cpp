#include "models/model_place.h"

#include "core/error.h"
#include "models/given/given_model.h"
#include "models/published/ctranslate2_model.h"
#include "models/published/file_model.h"
#include "models/weights/weights_formats.h"
#include "text/read_tokenizer.h"

#include <algorithm>
#include <vector>

namespace headlight {

namespace {

namespace fs = std::filesystem;

bool isFolderOfModel(const fs::path& folder) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(folder / "config.json", ignored)) || isCTranslate2Folder(folder);
}

/// By name and beginning, as many as are needed to know that there are several.
std::vector<fs::path> wholeModelsIn(const fs::path& folder) {
    constexpr int looked = 1000;
    std::vector<fs::path> files;
    std::error_code failed;
    int seen = 0;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end && seen < looked;
         entry.increment(failed), ++seen)
        // tokenizer.bin is of llama2.c, too, and no model.
        if (const std::string ending = entry->path().extension().string();
            (ending == ".gguf" || (ending == ".bin" && !entry->path().filename().string().starts_with("tok"))) &&
            isPublishedFile(entry->path()))
            files.push_back(entry->path());
    std::sort(files.begin(), files.end());
    return files;
}

/// It is, or is called as, maps or a whole model.
bool standsAlone(const fs::path& file) {
    const std::string name = file.filename().string(), ending = file.extension().string();
    return isCalledMaps(file) || isPublishedFile(file) || ending == ".gguf" ||
           (ending == ".bin" && !isCalledWeights(name) && !isCalledTokenizer(name));
}

} // namespace

fs::path modelPlace(const fs::path& given) {
    std::error_code ignored;
    if (fs::is_regular_file(given, ignored)) {
        const fs::path folder = given.has_parent_path() ? given.parent_path() : fs::path(".");
        return !standsAlone(given) && isFolderOfModel(folder) ? folder : given;
    }
    if (!fs::is_directory(given, ignored) || isFolderOfModel(given))
        return given;
    const std::vector<fs::path> files = wholeModelsIn(given);
    if (files.size() > 1)
        throw Error(given.string() + ": there is no config.json, and more than one whole model: open one of them, as " +
                    printable(files[0].filename().string(), 80) + " or " + printable(files[1].filename().string(), 80));
    return files.empty() ? given : files.front();
}

} // namespace headlight
