#pragma once

#include "models/tensor_file.h"
#include "models/weights/gguf_value.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// A model's file of ggml and llama.cpp, GGUF of the versions 2 and 3, little-endian: values by key, the tensors'
/// names, types and shapes, then their numbers. Shapes are row-major as everywhere, the reverse of the file's.
///
/// Numbers of F32, F16, BF16, F64, I8 to I64 and of the blocks Q8_0, Q4_0, Q4_K and Q6_K are read, blocks when they are
/// asked for and only those that are. A tensor of another type has Dtype::Unread and its shape; readFloat() names the
/// type in an Error.
///
/// The file is taken as hostile. Opening checks the whole header: its lengths and counts against the file's size, that
/// no key or tensor is there twice, that general.alignment is a power of two from 8, and that each tensor lies within
/// the file, at a multiple of the alignment, without overlap. Bytes between tensors are no fault: the format pads.
/// Every fault is an Error with file and place: model.gguf: tensor "token_embd.weight": … Limits: header 256 MB,
/// 100,000 keys of 65,535 bytes, 100,000 tensors, names of 1,024 bytes, 4 dimensions; arrays of arrays are refused. Of
/// a type that is not known, numbers are taken to have at least a bit each.
///
/// The file stays open: if it is replaced meanwhile, the old content is still read.
class GgufFile final : public TensorFile {
public:
    static GgufFile open(const std::filesystem::path& path);
    /// The same for bytes in memory; `shownName` stands for the path in messages.
    static GgufFile fromBytes(std::string bytes, const std::string& shownName);

    GgufFile(GgufFile&&) noexcept;
    GgufFile& operator=(GgufFile&&) noexcept;
    ~GgufFile() override;

    const std::vector<std::string>& names() const override;
    bool contains(const std::string& name) const override;
    const TensorInfo& info(const std::string& name) const override;
    /// The type as ggml writes it, also of tensors that are not read: "Q5_K".
    const std::string& typeName(const std::string& name) const;
    using TensorFile::readFloat;
    void readFloat(const std::string& name, std::int64_t first, std::int64_t count, float* out) const override;
    const char* mappedBytes(const std::string& name) const override;
    void refuseChanges() const override;

    std::uint32_t version() const;
    const std::vector<std::string>& keys() const; ///< in the order of the file
    /// What the key has, as long as this object lives; null when there is no such key.
    const GgufValue* find(const std::string& key) const;

private:
    struct Impl;
    explicit GgufFile(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace headlight
