#pragma once

#include "engine/models/recording.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace headlight {

/// How each head attends, a line for each: attend --statistics. Of a part between two texts, if one is wanted.
std::string statisticsText(const Recording& recording, const std::optional<TextPair>& between);
/// The same for the document: of each sequence an object by address, with null for what a head has not.
nlohmann::ordered_json statisticsDocument(const Recording& recording, const std::optional<TextPair>& between);

} // namespace headlight
