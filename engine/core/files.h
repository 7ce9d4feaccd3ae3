#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A descriptor to read the file by, for the caller to close. Error when it is missing, unreadable, or no regular file:
/// a folder, a pipe, a device.
int openToRead(const std::filesystem::path& path);

/// The whole content of a file, byte for byte. Error as above, and when it is larger than `limit` bytes: a reader
/// states what it is ready to hold in memory, so that a wrong file never exhausts it. What another program writes into
/// a pipe is read; a pipe that nobody writes to is an Error rather than waited for. `look` is shown the first few
/// kilobytes before the rest is read, and may throw.
using LookAtBeginning = std::function<void(std::string_view beginning)>;
std::string readFile(const std::filesystem::path& path, std::uint64_t limit = std::uint64_t(1) << 30,
                     const LookAtBeginning& look = {});

/// Error for what Git LFS leaves in place of a large file that was not fetched, told by how it begins; `file` begins
/// the message. readFile() calls it.
void refuseGitPointer(const std::string& file, std::string_view beginning);

/// Replaces or creates a file completely or not at all: the content goes to a temporary file beside it, reaches the
/// disk, and is then renamed over the old one. An existing file keeps its access mode, a link stays a link. On any
/// Error (full disk, read-only or missing folder, the path is a folder) the old file is untouched and no temporary
/// file remains.
void writeFile(const std::filesystem::path& path, std::string_view content);

/// One file of a folder that is written as a whole.
struct FolderFile {
    std::string name; ///< plain name, no slash
    std::string content;
};

/// Replaces or creates a folder of files completely or not at all: they are written into a temporary folder beside it,
/// which then takes the old one's place in one step. A reader sees either all old or all new files; of two processes
/// that write at once, the later one's folder stays, never a mixture.
///
/// Files of the old folder that `files` does not name are kept, except those that `obsolete` names. A folder that holds
/// folders is refused with an Error: it is no folder of ours. The folder's parent must exist.
void writeFolder(const std::filesystem::path& folder, const std::vector<FolderFile>& files,
                 const std::vector<std::string>& obsolete = {});

/// Error when writeFolder() would refuse what stands at the place: for work that takes long before there is something
/// to write.
void checkFolderPlace(const std::filesystem::path& folder);

} // namespace headlight
