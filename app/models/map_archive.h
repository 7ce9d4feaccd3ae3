#pragma once

#include "models/attend.h"

#include <filesystem>

namespace headlight {

/// The maps with that feature choice as arrays "L{layer}.H{head}.{stage}" of an .npz file, [queries, keys] or [keys];
/// NaN where hidden in the stages score and masked; and the tokens. Error when the file can't be written.
void writeMapArchive(const Analysis& analysis, const FeatureChoice& choice, const std::filesystem::path& path);

} // namespace headlight
