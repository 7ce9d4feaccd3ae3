#pragma once

#include "autodiff/parameter.h"
#include "models/published/architecture.h"
#include "models/weights/tensor_parts.h"

#include <memory>

namespace headlight {

/// A file's tensors under the names of a network's parameters, by an architecture's table. Error that lists what the
/// file lacks and what in it belongs to nothing, by the file's own names: no such model is half read.
std::shared_ptr<const TensorParts> tensorsOf(const Architecture& architecture, const NetworkShape& shape,
                                             const Parameters& parameters, std::shared_ptr<const TensorFile> file,
                                             const std::string& where);

/// The file's tensors that the table has no name for, and does not ignore.
std::vector<std::string> unmatchedTensors(const Architecture& architecture, const TensorFile& file);

/// "a", "b", and 12 more: for messages.
std::string listedNames(const std::vector<std::string>& names);

} // namespace headlight
