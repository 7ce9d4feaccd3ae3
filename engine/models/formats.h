#pragma once

#include "models/model.h"

#include <filesystem>

namespace headlight {

/// The model of a folder. Error naming file and place when it can't be read.
std::shared_ptr<const Model> openModel(const std::filesystem::path& folder);

} // namespace headlight
