#pragma once

#include <filesystem>

namespace headlight {

/// The folder or file that has the whole model which `given` is a part of: of a file in a model's folder that folder,
/// of a folder with nothing but one whole model in a file (isPublishedFile()) that file. Anything else as it is given,
/// for openModel() to say what it is. Error when a folder without a config.json has several such files.
std::filesystem::path modelPlace(const std::filesystem::path& given);

} // namespace headlight
