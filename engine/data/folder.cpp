#include "data/folder.h"

#include "core/error.h"
#include "core/paths.h"
#include "data/translation_files.h"
#include "text/unicode.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

namespace headlight {

namespace fs = std::filesystem;

namespace {

const std::map<std::string, std::string CorpusFiles::*>& partNames() {
    static const std::map<std::string, std::string CorpusFiles::*> names = {
        {"train", &CorpusFiles::train}, {"training", &CorpusFiles::train}, {"dev", &CorpusFiles::dev},
        {"valid", &CorpusFiles::dev},   {"val", &CorpusFiles::dev},        {"validation", &CorpusFiles::dev},
        {"trial", &CorpusFiles::dev},   {"test", &CorpusFiles::test},
    };
    return names;
}

/// "stsa.fine.train" → stsa, fine, train
std::vector<std::string> nameParts(const std::string& name) {
    std::vector<std::string> parts(1);
    for (const char c : toLower(name)) {
        if (c == '.' || c == '_' || c == '-')
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

bool isNumber(const std::string& piece) {
    return !piece.empty() && piece.size() < 4 &&
           std::all_of(piece.begin(), piece.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool isClass(const std::string& piece) {
    return isNumber(piece) || piece == "pos" || piece == "neg" || piece == "positive" || piece == "negative" ||
           piece == "neutral";
}

/// The last class in a name; empty when there is none.
std::string classOf(const std::string& name) {
    const std::vector<std::string> parts = nameParts(name);
    const auto found = std::find_if(parts.rbegin(), parts.rend(), isClass);
    return found == parts.rend() ? std::string() : *found;
}

/// The names are those of the classes of one corpus: equal apart from the last class in them.
bool areClasses(const std::vector<std::string>& names) {
    std::vector<std::string> rest;
    for (const std::string& name : names) {
        std::vector<std::string> parts = nameParts(name);
        const auto found = std::find_if(parts.rbegin(), parts.rend(), isClass);
        if (found == parts.rend())
            return false;
        found->clear();
        if (!rest.empty() && parts != rest)
            return false;
        rest = std::move(parts);
    }
    return names.size() > 1;
}

bool isDocumentation(const std::string& name) {
    const std::string lower = toLower(name);
    for (const char* start : {".", "readme", "license", "licence", "copying", "sha256sums"})
        if (lower.rfind(start, 0) == 0)
            return true;
    return false;
}

std::string joined(const std::vector<std::string>& names, const std::string& between = ", ") {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i == 8)
            return text + " …";
        text += (i ? between : "") + names[i];
    }
    return text;
}

std::vector<std::string> dataFiles(const std::string& path) {
    std::vector<std::string> names;
    std::error_code code;
    for (fs::directory_iterator entry(path, code), end; !code && entry != end; entry.increment(code))
        if (std::error_code ignored;
            entry->is_regular_file(ignored) && !isDocumentation(entry->path().filename().string()))
            names.push_back(entry->path().filename().string());
    if (code)
        throw Error(path + ": cannot be read: " + systemReason(code.value()));
    std::sort(names.begin(), names.end());
    return names;
}

/// Takes the name of a part off a piece: the piece itself, or what follows a number in it ("wnut17train"). Null where
/// it names none.
std::string CorpusFiles::*takePart(std::string& piece) {
    std::size_t begin = piece.size();
    while (begin > 0 && !(piece[begin - 1] >= '0' && piece[begin - 1] <= '9'))
        --begin;
    const auto found = partNames().find(piece.substr(begin));
    if (found == partNames().end())
        return nullptr;
    piece.resize(begin);
    return found->second;
}

/// Groups by what is left of the name without the part's own.
std::map<std::string, CorpusFiles> splitGroups(const std::string& path, const std::vector<std::string>& names) {
    std::map<std::string, CorpusFiles> groups;
    for (const std::string& name : names) {
        std::string rest;
        std::string CorpusFiles::*part = nullptr;
        for (std::string piece : nameParts(name)) {
            if (!part)
                part = takePart(piece);
            if (!piece.empty())
                rest += (rest.empty() ? "" : ".") + piece;
        }
        if (!part)
            continue;
        std::string& slot = groups[rest].*part;
        if (!slot.empty())
            throw Error(path + ": " + fs::path(slot).filename().string() + " and " + name +
                        " are both the same part of the corpus; remove one");
        slot = (fs::path(path) / name).string();
    }
    return groups;
}

/// s1.*, s2.* and labels.*, read together: the files of s1, or nothing where the folder holds none of that kind. Error
/// where one of three that make a part is missing.
std::optional<CorpusFiles> parallelFiles(const std::string& path, std::map<std::string, CorpusFiles>& groups) {
    const std::vector<std::string> kinds = {"s1", "s2", "labels"};
    if (std::count_if(kinds.begin(), kinds.end(), [&](const auto& kind) { return groups.contains(kind); }) < 2)
        return std::nullopt;
    for (const auto part : {&CorpusFiles::train, &CorpusFiles::dev, &CorpusFiles::test}) {
        std::vector<std::string> present, missing;
        std::string ending;
        for (const std::string& kind : kinds) {
            const std::string name = fs::path(groups[kind].*part).filename().string();
            (name.empty() ? missing : present).push_back(name.empty() ? kind : name);
            ending = name.empty() ? ending : name.substr(std::min(kind.size(), name.size()));
        }
        if (present.empty() || missing.empty())
            continue;
        throw Error(path + ": the folder has " + joined(present, " and ") + " but no " +
                    joined(missing, ending + " and no ") + ending +
                    ": the same line of s1, s2 and labels makes an example");
    }
    return groups["s1"];
}

/// Files of other names, one for each part: there is nothing else that they could belong to (WNUT17).
std::optional<CorpusFiles> singleParts(const std::map<std::string, CorpusFiles>& groups) {
    CorpusFiles joined;
    for (const auto& [name, files] : groups)
        for (const auto part : {&CorpusFiles::train, &CorpusFiles::dev, &CorpusFiles::test}) {
            if (!(files.*part).empty() && !(joined.*part).empty())
                return std::nullopt;
            if (!(files.*part).empty())
                joined.*part = files.*part;
        }
    return joined.train.empty() || groups.size() < 2 ? std::nullopt : std::optional(joined);
}

/// The groups are those of classes: of each part a file, with which readers find the others (classFiles). Error where
/// that is not so.
CorpusFiles joinClasses(const std::string& path, const std::map<std::string, CorpusFiles>& groups,
                        const std::map<std::string, CorpusFiles>& all) {
    std::vector<std::string> names;
    for (const auto& group : groups)
        names.push_back(group.first);
    if (!areClasses(names))
        throw Error(path + ": the folder holds several corpora (" + joined(names) +
                    "); put each into a folder of its own");
    CorpusFiles first{{}, {}, {}, true};
    for (const auto& [name, files] :
         all) { // a class may be without a training set, which is to be told, not passed over
        if (!groups.contains(name) && !areClasses({names.front(), name}))
            continue;
        for (const auto part : {&CorpusFiles::train, &CorpusFiles::dev, &CorpusFiles::test})
            if ((first.*part).empty())
                first.*part = files.*part;
    }
    return first;
}

/// Groups of the same sentences in several languages: the files of one of them. A test set may have more in its name
/// (test_2016_flickr.en beside train.en). Nothing where they are no such groups, or several of a language hold the same
/// part.
std::optional<CorpusFiles> filesOfLanguage(const std::string& path, const std::map<std::string, CorpusFiles>& groups,
                                           const std::string& from) {
    std::map<std::string, CorpusFiles> languages;
    for (const auto& group : groups)
        for (const auto part : {&CorpusFiles::train, &CorpusFiles::dev, &CorpusFiles::test}) {
            const std::string& file = group.second.*part;
            if (file.empty())
                continue;
            const std::string language = languageOf(file);
            if (language.empty() || !(languages[language].*part).empty())
                return std::nullopt;
            languages[language].*part = file;
        }
    if (languages.size() < 2)
        return std::nullopt;
    std::string known;
    for (const auto& [language, files] : languages)
        known += (known.empty() ? "" : ", ") + language;
    if (!from.empty() && !languages.contains(from))
        throw Error(path + ": there are no files in the language \"" + printable(from, 20) + "\"; there are " + known);
    const CorpusFiles& files = from.empty() ? languages.begin()->second : languages[from];
    for (const auto& [language, others] : languages)
        for (const auto part : {&CorpusFiles::train, &CorpusFiles::dev, &CorpusFiles::test})
            if ((files.*part).empty() && !(others.*part).empty())
                throw Error(others.*part + ": there is no file with the same sentences in the language \"" +
                            (from.empty() ? languages.begin()->first : from) +
                            "\" beside it; put it there, or take this one away");
    return files;
}

CorpusFiles chooseGroup(const std::string& path, std::map<std::string, CorpusFiles> groups, const std::string& variant,
                        const std::string& from) {
    const std::map<std::string, CorpusFiles> all = groups;
    const auto keep = [&](const auto& condition) {
        auto kept = groups;
        std::erase_if(kept, [&](const auto& group) { return !condition(group); });
        if (!kept.empty())
            groups = std::move(kept);
    };
    if (const auto files = parallelFiles(path, groups))
        return *files;
    if (const auto files = filesOfLanguage(path, groups, from))
        return *files;
    if (const auto files = singleParts(groups))
        return *files;
    keep([](const auto& group) { return !group.second.train.empty(); });
    const bool areSeveral = groups.size() > 1;
    if (areSeveral)
        keep([&](const auto& group) {
            const auto parts = nameParts(group.first);
            return std::find(parts.begin(), parts.end(), variant) != parts.end();
        });
    if (groups.size() == 1) {
        groups.begin()->second.byVariant = areSeveral;
        return groups.begin()->second;
    }
    return joinClasses(path, groups, all);
}

} // namespace

std::vector<ClassFile> classFiles(const std::string& path) {
    const fs::path folder = fs::path(path).parent_path();
    const std::string own = fs::path(path).filename().string();
    std::vector<ClassFile> files;
    for (const std::string& name : dataFiles(folder.empty() ? "." : folder.string())) {
        if (name != own && !areClasses({own, name}))
            continue;
        if (const std::string label = classOf(name); !label.empty())
            files.push_back({label, (folder / name).string()});
    }
    return files;
}

CorpusFiles findCorpusFiles(const std::string& path, const std::string& variant, const std::string& from) {
    std::error_code code;
    const bool isThere = fs::exists(path, code);
    if (code) // of a folder above it
        throw Error(path + ": cannot be read: " + systemReason(code.value()));
    if (!isThere)
        throw Error((path.empty() ? "\"\"" : path) + ": there is no such file or folder");
    if (!fs::is_directory(path, code))
        return {path, {}, {}};
    const std::vector<std::string> names = dataFiles(path);
    if (const auto groups = splitGroups(path, names); !groups.empty())
        return chooseGroup(path, groups, variant, from);
    // Numbers alone could as well be those of pieces that the corpus was cut into.
    if (areClasses(names) && !isNumber(classOf(names.front())))
        return {(fs::path(path) / names.front()).string(), {}, {}, true};
    std::vector<std::string> whole = names;
    if (whole.size() > 1)
        std::erase_if(whole, [](const std::string& name) { return fs::path(name).extension() != ".all"; });
    if (whole.size() == 1)
        return {(fs::path(path) / whole.front()).string(), {}, {}};
    if (names.empty())
        throw Error(path + ": the folder holds no corpus; expected files named train.*, dev.* and test.*, or one file");
    throw Error(path + ": no file is named train.*; the folder has " + joined(names) + ". Name one of them instead");
}

} // namespace headlight
