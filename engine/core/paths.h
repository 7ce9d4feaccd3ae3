#pragma once

#include <filesystem>
#include <string>

namespace headlight {

// Questions about paths that people give or files hold. The standard library's own functions throw what says nothing to
// a person; these throw Errors: what is wrong with the path, a name that is too long, links that lead in a circle, a
// folder that may not be looked into, and what to do.

/// What to tell a person of a failed system call, by its errno.
std::string systemReason(int code);

/// A path as it stands in a message: printable, and not longer than a person can look through.
std::string shownPath(const std::filesystem::path& path);

/// What the path leads to, links followed; file_type::not_found where there is nothing. Error where that can't be told.
std::filesystem::file_type typeAt(const std::filesystem::path& path);

/// Whether it leads to something. Error as above.
bool isThere(const std::filesystem::path& path);

/// What a type is called where a file or folder was expected: "a folder", "a pipe", "a device", …
const char* typeName(std::filesystem::file_type type);

/// The path from the root on, links not followed. Error when the working folder is gone.
std::filesystem::path wholePath(const std::filesystem::path& path);

/// Makes a folder and those above it that are missing; whether it is new. Error "PATH: can't make WHAT: …".
bool makeFolders(const std::filesystem::path& path, const std::string& what);

} // namespace headlight
