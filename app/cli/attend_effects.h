#pragma once

#include "engine/analysis/effects.h"
#include "engine/core/json_text.h"

#include <string>

namespace headlight {

/// For people, the strongest first: what becomes of the decision without each head and each token.
std::string effectsText(const Effects& effects, const std::vector<HeadInfo>& heads,
                        const std::vector<Sequence>& sequences);

/// By the heads' addresses, and a list for the tokens of each sequence; null where there is no effect. How they are
/// measured is said in app/cli/README.md.
nlohmann::ordered_json effectsDocument(const Effects& effects, const std::vector<HeadInfo>& heads);

} // namespace headlight
