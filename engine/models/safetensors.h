#pragma once

#include "models/tensor_file.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A file of named tensors in the safetensors format: 8 bytes with the header's length, the header in JSON, the data.
///
/// The file is taken as hostile. Opening checks the whole header: its length, that it is one JSON object without
/// repeated names, types, shapes, and that the tensors fill the data exactly, without overlap, hole or remainder. Every
/// fault is an Error with file and tensor: model.safetensors: tensor "encoder.query.weight": … Limits: header 100 MB,
/// 100,000 tensors, names of 1,024 bytes, 8 dimensions.
///
/// The file stays open: if it is replaced meanwhile, the old content is still read.
class SafetensorsFile final : public TensorFile {
public:
    static SafetensorsFile open(const std::filesystem::path& path);
    /// The same for who knows which tensors must be there and names a missing one: bytes that belong to no tensor are
    /// told by refuseGaps().
    static SafetensorsFile openWithGaps(const std::filesystem::path& path);
    void refuseGaps() const override;
    /// The same for bytes in memory; `shownName` stands for the path in messages.
    static SafetensorsFile fromBytes(std::string bytes, const std::string& shownName);

    SafetensorsFile(SafetensorsFile&&) noexcept;
    SafetensorsFile& operator=(SafetensorsFile&&) noexcept;
    ~SafetensorsFile() override;

    const std::vector<std::string>& names() const override;
    bool contains(const std::string& name) const override;
    const TensorInfo& info(const std::string& name) const override;
    using TensorFile::readFloat;
    void readFloat(const std::string& name, std::int64_t first, std::int64_t count, float* out) const override;
    const char* mappedBytes(const std::string& name) const override;
    void refuseChanges() const override;
    const std::map<std::string, std::string>& metadata() const;

private:
    struct Impl;
    explicit SafetensorsFile(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// One tensor to be written; `data` has as many numbers as the shape says, row-major.
struct TensorView {
    std::string name;
    std::vector<std::int64_t> shape;
    const float* data = nullptr;
    Dtype dtype = Dtype::F32; ///< on disk: F32 or F16
};

/// Metadata of the files we write: CRC-32 of all data, 8 hexadecimal digits. A file that has it is checked when it is
/// opened: a flipped bit is a number like any other.
inline constexpr const char* checksumKey = "headlight_crc32";
std::string checksumOf(std::string_view data);

/// The bytes of a safetensors file. The same input gives the same bytes: tensors in the order given (F32 before F16, so
/// that each lies aligned), metadata sorted, nothing of time or machine. Error when a finite number is too large for
/// F16; std::invalid_argument for repeated names, other types and negative sizes.
std::string safetensorsBytes(const std::vector<TensorView>& tensors,
                             const std::map<std::string, std::string>& metadata = {});

/// The same into a file, replaced completely or not at all (core/files.h).
void writeSafetensors(const std::filesystem::path& path, const std::vector<TensorView>& tensors,
                      const std::map<std::string, std::string>& metadata = {});

} // namespace headlight
