#pragma once

#include "engine/models/model.h"

namespace headlight {

/// Says what of its texts the model does not read or know. Error when that is all of one.
void checkAllKnown(const Model& model, const std::vector<Sequence>& sequences, const std::vector<std::string>& texts);

} // namespace headlight
