#pragma once

#include "nn/trace.h"

#include <optional>
#include <string>

namespace headlight {

/// The way back from nameOf(); none for a word that it never gives.
std::optional<MapKind> mapKindNamed(const std::string& name);
std::optional<MapStage> mapStageNamed(const std::string& name);

} // namespace headlight
