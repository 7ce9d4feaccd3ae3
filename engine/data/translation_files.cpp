#include "data/translation_files.h"

#include "core/error.h"
#include "text/languages.h"

#include <algorithm>
#include <filesystem>

namespace headlight {

namespace fs = std::filesystem;

std::string languageOf(const std::string& path) {
    const std::string ending = fs::path(path).extension().string();
    return ending.size() > 1 && isLanguageCode(ending.substr(1)) ? ending.substr(1) : std::string();
}

std::vector<std::string> otherLanguages(const std::string& path) {
    const fs::path own(path);
    const fs::path folder = own.parent_path().empty() ? fs::path(".") : own.parent_path();
    std::vector<std::string> languages;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code))
        if (const std::string language = languageOf(entry->path().string());
            !language.empty() && entry->path().stem() == own.stem() && language != languageOf(path))
            languages.push_back(language);
    std::sort(languages.begin(), languages.end());
    return languages;
}

std::string translationOf(const std::string& path, const std::string& to) {
    const std::vector<std::string> others = otherLanguages(path);
    std::string known;
    for (const std::string& other : others)
        known += (known.empty() ? "" : ", ") + other;
    if (others.empty())
        throw Error(path + ": expected a file of the same name in another language beside it, as train.en has "
                           "train.de, and there is none");
    if (to.empty() && others.size() > 1)
        throw Error(path + ": it is there in several other languages, " + known +
                    ": say into which, as in ?to=" + others.front());
    const std::string wanted = to.empty() ? others.front() : to;
    if (std::find(others.begin(), others.end(), wanted) == others.end())
        throw Error(path + ": there is no such file in the language \"" + printable(wanted, 20) +
                    "\" beside it; there is " + known);
    return fs::path(path).replace_extension(wanted).string();
}

} // namespace headlight
