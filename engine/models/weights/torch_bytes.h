#pragma once

#include "models/mapped_file.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace headlight {

/// The bytes of a checkpoint, in a file that stays open or in memory. Several threads may read at once.
class TorchBytes {
public:
    /// Error when the file can't be opened.
    explicit TorchBytes(const std::filesystem::path& path);
    TorchBytes(std::string bytes, std::string shownName) : m_name(std::move(shownName)), m_bytes(std::move(bytes)) {}

    const std::string& name() const { return m_name; } ///< for messages
    std::uint64_t size() const { return m_opened ? m_opened->size() : m_bytes.size(); }
    /// The bytes [offset, offset + count), which the caller knows to lie within the file. Error when they can't be
    /// read.
    void read(std::uint64_t offset, std::uint64_t count, char* out) const;
    std::string read(std::uint64_t offset, std::uint64_t count) const;
    /// Null when the bytes are in memory.
    const MappedFile* opened() const { return m_opened.get(); }

private:
    std::string m_name;
    std::unique_ptr<MappedFile> m_opened;
    std::string m_bytes;
};

} // namespace headlight
