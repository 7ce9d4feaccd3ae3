#pragma once

#include "engine/models/recording.h"

#include <nlohmann/json.hpp>
#include <string>

namespace headlight {

/// How each head attends, a line for each: attend --statistics.
std::string statisticsText(const Recording& recording);
/// The same for the document: of each sequence an object by address, with null for what a head has not.
nlohmann::ordered_json statisticsDocument(const Recording& recording);

} // namespace headlight
