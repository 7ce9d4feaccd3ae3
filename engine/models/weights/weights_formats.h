#pragma once

#include "models/tensor_file.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A kind of file that weights lie in.
struct WeightsFormat {
    std::string title; ///< "GGUF"
    /// Told by its name and its first bytes, 64 where it has so many.
    bool (*looksLike)(const std::filesystem::path& file, std::string_view begin);
    /// Bytes that belong to no tensor are told by refuseGaps(), once who knows has named the tensors that are missing.
    std::shared_ptr<const TensorFile> (*open)(const std::filesystem::path& file);
};

/// The first that a file looks like is taken.
const std::vector<WeightsFormat>& weightsFormats();
/// Error naming the file and the formats when it is none of them, or can't be read.
const WeightsFormat& weightsFormat(const std::filesystem::path& file);
std::shared_ptr<const TensorFile> openWeights(const std::filesystem::path& file);

/// The file that has the weights of a model folder: model.safetensors or its shards' index, pytorch_model.bin or its
/// shards', or CTranslate2's model.bin, the first that is there; else the one that ends in .pt, .pth or
/// .onnx. Error when there is none, or several.
std::filesystem::path weightsIn(const std::filesystem::path& folder);

/// Whether a file of a model folder is called as weights, or an index of their shards, are.
bool isCalledWeights(const std::string& name);

} // namespace headlight
