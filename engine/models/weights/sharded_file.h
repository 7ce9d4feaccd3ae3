#pragma once

#include "models/tensor_file.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// The tensors of a model that is divided into several files, "shards", of safetensors or of PyTorch, by its
/// model.safetensors.index.json or pytorch_model.bin.index.json: {"metadata": {…}, "weight_map": {TENSOR: FILE, …}}.
/// Each shard is opened once, and stays open. names() goes through the shards in the order of their file names, and
/// through each in the order of its data.
///
/// All is taken as hostile. A shard's name is that of a .safetensors or .bin file in the index's folder, nothing that
/// leads out of it; every tensor of the index must be in the file it names, and every tensor of the files in the index.
/// Every fault is an Error with file and tensor. Limits: an index of 64 MB, 100,000 tensors, 500 shards; those of
/// SafetensorsFile or TorchFile for each shard.
class ShardedFile final : public TensorFile {
public:
    static ShardedFile open(const std::filesystem::path& index);
    /// The same for who knows which tensors must be there: bytes of a shard that belong to no tensor are told by
    /// refuseGaps().
    static ShardedFile openWithGaps(const std::filesystem::path& index);

    std::size_t shards() const { return m_shards.size(); }

    const std::vector<std::string>& names() const override { return m_names; }
    bool contains(const std::string& name) const override { return m_shardOf.contains(name); }
    const TensorInfo& info(const std::string& name) const override;
    using TensorFile::readFloat;
    void readFloat(const std::string& name, std::int64_t first, std::int64_t count, float* out) const override;
    const char* mappedBytes(const std::string& name) const override;
    void refuseChanges() const override;
    void refuseGaps() const override;

private:
    explicit ShardedFile(const std::filesystem::path& index);
    std::map<std::string, std::string> readIndex(const std::filesystem::path& index) const;
    void openShards(const std::filesystem::path& folder, const std::map<std::string, std::string>& fileOf);
    const TensorFile& shardOf(const std::string& name) const;
    [[noreturn]] void failTensor(const std::string& name, const std::string& what) const;

    std::string m_file; ///< the index, for messages
    std::vector<std::shared_ptr<const TensorFile>> m_shards;
    std::vector<std::string> m_names;
    std::map<std::string, std::size_t> m_shardOf;
};

} // namespace headlight
