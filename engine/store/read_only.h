#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace SQLite {
class Database;
} // namespace SQLite

namespace headlight::detail {

/// A path as an SQLite URI that reads the file without locks and without making others beside it.
std::string immutableUri(const std::filesystem::path& path);

/// Whether the file exists and can't be changed here: its medium or its access rights forbid it, or the files that
/// SQLite keeps beside it can't be made.
bool mayOnlyBeRead(const std::filesystem::path& path);

/// Opens such a store; a change of it is SQLITE_READONLY. One of an older version is brought up to date in memory.
/// Error when a program was killed while it wrote, and SQLite would have to write to make out what is true.
std::unique_ptr<SQLite::Database> openReadOnly(const std::filesystem::path& path, double busySeconds);

} // namespace headlight::detail
