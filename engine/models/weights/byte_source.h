#pragma once

#include "models/mapped_file.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace headlight {

/// The bytes of a file that is open, or a file's content in memory. Several threads may read at once. Errors begin with
/// its name.
class ByteSource {
public:
    /// Error when the file can't be opened or is none.
    explicit ByteSource(const std::filesystem::path& path);
    /// `shownName` stands for the path in messages.
    ByteSource(std::string bytes, std::string shownName);

    const std::string& file() const { return m_file; } ///< name for messages
    std::uint64_t size() const { return m_size; }
    /// Copies the bytes [offset, offset + count). Error when the file has none there, before memory is taken.
    void read(std::uint64_t offset, std::uint64_t count, char* out) const;
    std::string read(std::uint64_t offset, std::uint64_t count) const;
    /// Bytes where they lie, mapped into memory; see TensorFile::mappedBytes(). Null for bytes in memory, no bytes, and
    /// where a file can't be mapped.
    const char* mapped(std::uint64_t offset, std::uint64_t bytes) const;
    /// Error when the file was changed after it had been opened.
    void refuseChanges() const;

private:
    void check(std::uint64_t offset, std::uint64_t count) const;

    std::string m_file;
    std::unique_ptr<MappedFile> m_opened; ///< null: the bytes are in memory
    std::string m_bytes;
    std::uint64_t m_size = 0;
};

} // namespace headlight
