#pragma once

#include "models/map_guard.h"

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

namespace headlight {

/// A file that is open to be read in parts, or mapped into memory. If it is replaced by a rename, as our own files are,
/// the old content is still there. Several threads may read at once. Errors begin with the path.
///
/// Numbers in a map take no memory of their own, and programs share them. But a file that another program shortens
/// leaves pages without content. So whoever reads in a map calls refuseChanges() before; of a file that is shortened in
/// the moment of reading, what is lost is NaN (MapGuard). read() is never in danger.
class MappedFile {
public:
    /// Error when the file can't be opened or is none: a folder, a pipe, a device.
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::uint64_t size() const { return m_size; } ///< bytes, when it was opened
    /// Copies the bytes [offset, offset + count). Error when they are not there any more.
    void read(std::uint64_t offset, std::uint64_t count, char* out) const;
    /// The file in memory, of which these bytes have been read. Null when it can't be mapped: no room, or a file system
    /// that does not do it. Error when it was changed or the bytes can't be read.
    const char* map(std::uint64_t offset, std::uint64_t count) const;
    /// Error when the file has another length or time of change than when it was opened.
    void refuseChanges() const;

private:
    std::string m_path;
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
    timespec m_written{};
    mutable std::once_flag m_mapping;
    mutable void* m_map = nullptr;
    mutable std::optional<MapGuard> m_guard; ///< of the map
};

} // namespace headlight
