#pragma once

#include "models/tensor_file.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// A checkpoint of PyTorch, pytorch_model.bin, .pt or .pth: what torch.save() wrote, a zip archive or the form before
/// PyTorch 1.6.
///
/// Dictionaries and lists in each other become names joined by ".", the places in a list counted from 0; a tensor alone
/// is named "tensor". What is no tensor is passed over, see others(). Several names may have the same numbers (tied
/// weights), and a tensor may be any view of its numbers, such as a transposed matrix.
///
/// The file is taken as hostile: nothing in it is run (see pickle.h), and every tensor lies within its numbers. Every
/// fault is an Error with file and tensor: pytorch_model.bin: tensor "encoder.query.weight": … Refused are also files
/// of big-endian machines, TorchScript programs, types of numbers without Dtype, and tensors with more numbers than are
/// stored for them. Limits: 100,000 names of 1,024 bytes, 32 MB together, 8 dimensions, 64 containers in each other;
/// those of pickle.h and zip_directory.h.
///
/// The file stays open: if it is replaced meanwhile, the old content is still read.
class TorchFile final : public TensorFile {
public:
    static TorchFile open(const std::filesystem::path& path);
    /// The same for bytes in memory; `shownName` stands for the path in messages.
    static TorchFile fromBytes(std::string bytes, const std::string& shownName);

    TorchFile(TorchFile&&) noexcept;
    TorchFile& operator=(TorchFile&&) noexcept;
    ~TorchFile() override;

    const std::vector<std::string>& names() const override;
    bool contains(const std::string& name) const override;
    const TensorInfo& info(const std::string& name) const override;
    using TensorFile::readFloat;
    void readFloat(const std::string& name, std::int64_t first, std::int64_t count, float* out) const override;
    const char* mappedBytes(const std::string& name) const override;
    void refuseChanges() const override;

    /// The names of what is no tensor: numbers, texts, None. The first 1,000, in the order of the file.
    const std::vector<std::string>& others() const;
    std::size_t otherCount() const; ///< of all

private:
    struct Impl;
    explicit TorchFile(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace headlight
