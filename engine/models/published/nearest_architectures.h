#pragma once

#include "models/tensor_file.h"

#include <string>

namespace headlight {

/// What a person is told of a model of an unknown architecture: the known ones whose type is spelt alike, or whose
/// tables name most of the file's tensors, and the tensors that even the first of these has no name for. A sentence or
/// two, empty where nothing is near. `file` is null where there are no weights to compare.
std::string nearestArchitectures(const std::string& type, const TensorFile* file);

} // namespace headlight
