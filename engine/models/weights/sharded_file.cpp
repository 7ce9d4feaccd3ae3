#include "models/weights/sharded_file.h"

#include "core/error.h"
#include "core/files.h"
#include "core/json_text.h"
#include "core/paths.h"
#include "models/safetensors.h"
#include "models/weights/torch_file.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace headlight {

namespace {

constexpr std::uint64_t shardedMaximumIndex = std::uint64_t(64) << 20;
constexpr std::size_t shardedMaximumTensors = 100'000;
constexpr std::size_t shardedMaximumShards = 500;
constexpr const char* shardedEnding = ".safetensors";

/// A plain name, which leads nowhere but into the folder.
bool isShardedName(const std::string& name) {
    return (name.ends_with(shardedEnding) || name.ends_with(".bin")) && name.size() <= 255 && name.front() != '.' &&
           name.find_first_of(std::string("/\\\0", 3)) == std::string::npos;
}

std::shared_ptr<const TensorFile> openShard(const std::filesystem::path& path) {
    if (path.extension() == shardedEnding)
        return std::make_shared<const SafetensorsFile>(SafetensorsFile::openWithGaps(path));
    return std::make_shared<const TorchFile>(TorchFile::open(path));
}

std::string shardedShown(const std::string& name) {
    return '"' + printable(name) + '"';
}

} // namespace

ShardedFile::ShardedFile(const std::filesystem::path& index) : m_file(index.string()) {
    openShards(index.parent_path(), readIndex(index));
}

ShardedFile ShardedFile::open(const std::filesystem::path& index) {
    ShardedFile file(index);
    file.refuseGaps();
    return file;
}

ShardedFile ShardedFile::openWithGaps(const std::filesystem::path& index) {
    return ShardedFile(index);
}

void ShardedFile::failTensor(const std::string& name, const std::string& what) const {
    throw Error(m_file + ": tensor " + shardedShown(name) + ": " + what);
}

/// The file of each tensor.
std::map<std::string, std::string> ShardedFile::readIndex(const std::filesystem::path& index) const {
    std::map<std::string, std::string> fileOf;
    const auto take = [&](const std::string& name, const nlohmann::ordered_json& value) {
        if (!value.is_string() || !isShardedName(value.get_ref<const std::string&>()))
            failTensor(name,
                       "expected the name of a .safetensors or .bin file in the index's folder, got " +
                           (value.is_string() ? shardedShown(value.get<std::string>()) : printable(jsonText(value))) +
                           "; get the index again");
        if (!fileOf.emplace(name, value.get<std::string>()).second)
            failTensor(name, "it is in the index twice; get the index again");
        if (fileOf.size() > shardedMaximumTensors)
            throw Error(m_file + ": it names more than the 100,000 tensors that are allowed");
    };
    const nlohmann::ordered_json document =
        parseJson(readFile(index, shardedMaximumIndex), m_file, {"weight_map"}, take);
    const auto map = document.is_object() ? document.find("weight_map") : document.end();
    if (map == document.end() || !map->is_object())
        throw Error(m_file + ": expected an object with \"weight_map\", which names the file of each tensor; this is "
                             "no index of shards");
    if (fileOf.empty())
        throw Error(m_file + ": its \"weight_map\" names no tensor; get the index again");
    return fileOf;
}

void ShardedFile::openShards(const std::filesystem::path& folder, const std::map<std::string, std::string>& fileOf) {
    std::set<std::string> files;
    for (const auto& [name, file] : fileOf) {
        files.insert(file);
        if (files.size() > shardedMaximumShards)
            throw Error(m_file + ": it names more than the 500 files that are allowed");
    }
    for (const std::string& file : files) {
        if (!isThere(folder / file))
            throw Error(m_file + ": the file " + shardedShown(file) + " is not beside it, of the " +
                        std::to_string(files.size()) + " that the model consists of; get it, too");
        m_shards.push_back(openShard(folder / file));
        for (const std::string& name : m_shards.back()->names()) {
            const auto found = fileOf.find(name);
            if (found == fileOf.end())
                failTensor(name, "it is in " + shardedShown(file) +
                                     " and not in the index; index and files are not of the same model");
            if (found->second != file)
                failTensor(name, "it is in " + shardedShown(file) + ", and by the index in " +
                                     shardedShown(found->second) + "; index and files are not of the same model");
            m_names.push_back(name);
            m_shardOf.emplace(name, m_shards.size() - 1);
        }
    }
    for (const auto& [name, file] : fileOf)
        if (!m_shardOf.contains(name))
            failTensor(name, "by the index it is in " + shardedShown(file) +
                                 ", and it is not; index and files are not of the same model");
}

const TensorFile& ShardedFile::shardOf(const std::string& name) const {
    const auto found = m_shardOf.find(name);
    if (found == m_shardOf.end())
        throw Error(m_file + ": there is no tensor " + shardedShown(name) + "." + suggestion(name, m_names));
    return *m_shards[found->second];
}

const TensorInfo& ShardedFile::info(const std::string& name) const {
    return shardOf(name).info(name);
}

void ShardedFile::readFloat(const std::string& name, std::int64_t first, std::int64_t count, float* out) const {
    shardOf(name).readFloat(name, first, count, out);
}

const char* ShardedFile::mappedBytes(const std::string& name) const {
    return shardOf(name).mappedBytes(name);
}

void ShardedFile::refuseChanges() const {
    for (const auto& shard : m_shards)
        shard->refuseChanges();
}

void ShardedFile::refuseGaps() const {
    for (const auto& shard : m_shards)
        shard->refuseGaps();
}

} // namespace headlight
