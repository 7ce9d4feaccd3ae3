#pragma once

#include "models/tensor_file.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// What a file of weights says of a tensor without its numbers.
struct ListedTensor {
    std::string name;
    TensorInfo info;
    /// That its numbers take as they are stored. Several names may have the same numbers. None of a type that is not
    /// read.
    std::optional<std::int64_t> bytes;
};

ListedTensor listedTensor(const TensorFile& file, const std::string& name);
/// In the file's order.
std::vector<ListedTensor> listedTensors(const TensorFile& file);

/// The file of weights of a model: itself where the model is a file; of a folder model.bin where it is CTranslate2's,
/// else what weightsIn() finds. Error when there is none, or when it is a file of attention maps.
std::filesystem::path weightsOf(const std::filesystem::path& given);

} // namespace headlight
