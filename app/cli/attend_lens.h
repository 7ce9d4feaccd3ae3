#pragma once

#include "engine/models/layer_lens.h"

#include <nlohmann/json.hpp>
#include <string>

namespace headlight {

/// What each layer says of all tokens: attend --lens. Error for a model that tells no words.
LayerLens lensOfAll(const Model& model, const std::vector<Sequence>& sequences, const Intervention& changes);
/// A line for each token, with the likeliest word of each layer.
std::string lensText(const LayerLens& lens, const Sequence& sequence);
/// The same for the document: by layer and token the likeliest words; null of a token that is left out.
nlohmann::ordered_json lensDocument(const LayerLens& lens);

} // namespace headlight
