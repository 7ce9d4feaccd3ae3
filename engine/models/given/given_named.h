#pragma once

#include "models/given/array_file.h"
#include "models/given/given_maps.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace headlight {

/// What has a name in a file: an .npz archive, or an object of JSON.
struct NamedContent {
    std::string where; ///< for messages
    std::string title = {};
    std::map<std::string, std::shared_ptr<const GivenArray>> arrays = {};
    std::map<std::string, std::vector<std::string>> texts = {};
    /// Throws the Error that says why the content of that name can't be read.
    std::map<std::string, std::function<void()>> refusals = {};
};

/// What was found by its names.
struct NamedMaps {
    std::vector<GivenText> texts;
    bool areScores = false;               ///< a name says so
    std::vector<std::string> passed = {}; ///< names of arrays that no map was made of
};

/// The text whose arrays these are; see readGivenMaps() for the names.
NamedMaps mapsByName(NamedContent content);

/// What an .npy or .npz file holds.
NamedContent namedContent(std::vector<StoredArray> arrays, const std::string& where);

/// Whether an array has a name that our own archives give: "L0.H1.weight", "second.dec.L2.cross.H0.score".
bool isOwnArchive(const NamedContent& content);
/// The maps of our own archive. Where it has several stages of a map, the weights.
NamedMaps mapsOfArchive(const NamedContent& content);

} // namespace headlight
