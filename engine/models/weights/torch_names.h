#pragma once

#include "models/weights/pickle.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// The tensors of a checkpoint's pickle by name, and what is no tensor. See torch_file.h.
struct TorchNames {
    std::vector<std::pair<std::string, PickleId>> tensors; ///< in the order of the file; no name is there twice
    std::vector<std::string> others;                       ///< the first 1,000
    std::size_t otherCount = 0;
};

/// Walks through the containers. Error for one that contains itself, for two tensors of one name, for names that are no
/// texts or whole numbers, and beyond the limits; `file` stands in messages.
TorchNames torchNames(const Pickle& pickle, const std::string& file);

/// A name in quotes as it may stand in a message.
std::string torchShown(const std::string& name);

} // namespace headlight
