#include "models/given/given_maps.h"

#include "core/error.h"
#include "core/files.h"
#include "models/given/given_json.h"
#include "models/given/given_scan.h"

#include <algorithm>
#include <string_view>

namespace headlight {

namespace {

constexpr std::size_t givenMostMaps = 200'000;

/// Whether the bytes begin as an .npy or an .npz file.
bool beginsAsArrays(std::string_view bytes) {
    return bytes.starts_with("\x93NUMPY") || bytes.starts_with("PK\3\4") || bytes.starts_with("PK\5\6");
}

GivenMaps lookedAt(NamedMaps found, const std::string& where) {
    std::size_t maps = 0;
    for (const GivenText& text : found.texts)
        maps += text.maps.size();
    if (maps == 0)
        throw Error(where + ": it has no attention maps");
    if (maps > givenMostMaps)
        throw Error(where + ": more than 200,000 maps; write fewer texts into a file");
    GivenMaps given{std::move(found.texts), {}};
    given.note = lookAtNumbers(given.texts, found.areScores);
    if (found.passed.empty())
        return given;
    std::string names;
    for (std::size_t k = 0; k < std::min<std::size_t>(found.passed.size(), 5); ++k)
        names += (k > 0 ? ", " : "") + printable(found.passed[k], 40);
    given.note += (given.note.empty() ? "" : " ") + ("Passed over, as their names are none of maps: " + names) +
                  (found.passed.size() > 5 ? " …" : "") + ".";
    return given;
}

GivenMaps mapsOfArrays(std::vector<StoredArray> arrays, const std::string& where) {
    NamedContent content = namedContent(std::move(arrays), where);
    return lookedAt(isOwnArchive(content) ? mapsOfArchive(content) : mapsByName(std::move(content)), where);
}

} // namespace

GivenMaps readGivenMaps(const std::filesystem::path& path) {
    const ByteSource source(path);
    if (beginsAsArrays(source.read(0, std::min<std::uint64_t>(source.size(), 6))))
        return mapsOfArrays(readArrayFile(path), path.string());
    return lookedAt(mapsOfJson(readFile(path), path.string()), path.string());
}

GivenMaps givenMapsOf(std::string bytes, const std::string& shownName) {
    if (beginsAsArrays(bytes))
        return mapsOfArrays(readArrayBytes(std::move(bytes), shownName), shownName);
    return lookedAt(mapsOfJson(bytes, shownName), shownName);
}

} // namespace headlight
