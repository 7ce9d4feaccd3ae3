#include "models/given/given_named.h"

#include "core/error.h"
#include "models/given/given_parts.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

/// Which of two texts each token is of.
std::vector<int> segmentsFrom(const GivenArray& array) {
    std::int64_t count = 1;
    for (const std::int64_t size : array.shape)
        count *= size; // which the file has
    const bool isRow = std::count_if(array.shape.begin(), array.shape.end(), [](auto size) { return size != 1; }) <= 1;
    if (!isRow || count > 20'000)
        throw Error(array.where + ": expected a number for each token, at most 20,000");
    std::vector<float> numbers(std::size_t(count), 0);
    array.read(0, std::uint64_t(count), numbers.data());
    std::vector<int> segments;
    for (const float number : numbers) {
        if (number != 0 && number != 1)
            throw Error(array.where + ": expected 0 or 1 for each token");
        segments.push_back(int(number));
    }
    return segments;
}

bool mayBeMaps(const GivenArray& array) {
    return array.shape.size() >= 2 && array.shape.size() <= 5;
}

/// Of arrays whose names say nothing, the one that there is.
GivenPart onlyPart(const NamedContent& content) {
    std::vector<std::string> names;
    for (const auto& [name, array] : content.arrays)
        if (mayBeMaps(*array) && !areGivenSegments(name))
            names.push_back(name);
    if (names.size() == 1)
        return {{}, content.arrays.at(names.front())};
    if (names.empty() && !content.refusals.empty())
        content.refusals.begin()->second();
    std::string list;
    for (std::size_t k = 0; k < std::min<std::size_t>(names.size(), 8); ++k)
        list += (k > 0 ? ", " : "") + printable(names[k], 40);
    throw Error(content.where + (names.empty()
                                     ? ": it has no array of two to five axes; write the maps as \"attention\""
                                     : ": which of its arrays are attention maps? It has " + list +
                                           (names.size() > 8 ? " …" : "") + "; name them \"attention\""));
}

void addTexts(const NamedContent& content, GivenParts& parts) {
    for (const auto& [name, texts] : content.texts)
        if (auto* const place = parts.tokens.placeOf(name)) {
            if (*place)
                throw Error(content.where + ": \"" + printable(name, 40) +
                            "\" and another entry both have the same tokens; leave one of them out");
            *place = texts;
        }
    for (const auto& [name, refuse] : content.refusals)
        if (parts.tokens.placeOf(name) || givenRole(name))
            refuse();
}

} // namespace

NamedMaps mapsByName(NamedContent content) {
    NamedMaps maps;
    GivenParts parts{.where = content.where, .title = std::move(content.title)};
    addTexts(content, parts);
    bool hasNumbers = false;
    for (const auto& [name, array] : content.arrays)
        if (const auto role = givenRole(name)) {
            parts.parts.push_back({*role, array});
            hasNumbers = hasNumbers || role->what == GivenRole::What::Numbers;
            maps.areScores = maps.areScores || role->isScores;
        } else if (areGivenSegments(name)) {
            parts.segments = segmentsFrom(*array);
        } else {
            maps.passed.push_back(name);
        }
    if (!hasNumbers) {
        parts.parts.push_back(onlyPart(content));
        std::erase_if(maps.passed,
                      [&](const std::string& name) { return content.arrays.at(name) == parts.parts.back().array; });
    } else if (parts.parts.size() == 1) {
        parts.parts.front().role.layer.reset(); // "arr_0" may be all layers
    }
    maps.texts.push_back(givenText(std::move(parts)));
    return maps;
}

NamedContent namedContent(std::vector<StoredArray> arrays, const std::string& where) {
    NamedContent content{.where = where};
    for (StoredArray& array : arrays) {
        const std::string name = array.name();
        if (array.isTexts()) {
            content.texts.emplace(name, array.texts());
            continue;
        }
        const auto shared = std::make_shared<const StoredArray>(std::move(array));
        if (shared->isNumbers())
            content.arrays.emplace(name, std::make_shared<const GivenArray>(
                                             GivenArray{shared->where(), shared->shape(),
                                                        [shared](std::uint64_t first, std::uint64_t count, float* out) {
                                                            shared->read(first, count, out);
                                                        }}));
        else
            content.refusals.emplace(name, [shared] { shared->refuse(); });
    }
    return content;
}

} // namespace headlight
