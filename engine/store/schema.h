#pragma once

#include "core/error.h"

#include <filesystem>
#include <string>

namespace SQLite {
class Database;
class Exception;
} // namespace SQLite

namespace headlight::detail {

/// Looks at a store file without changing anything and throws Error when it is damaged, foreign or from a newer
/// program. A missing or empty file is fine: it is to become a store.
void inspectStore(const std::filesystem::path& path, double busySeconds);

/// Whether the tables are those of this program's version.
bool isCurrent(SQLite::Database& database);

/// Of a store's tables, from 0. Error when the file is of another program, or of a newer Headlight.
int versionOfStore(SQLite::Database& database, const std::filesystem::path& path);

/// Error unless the file holds exactly what a program of its version has made: a table that was changed, or another
/// one's trigger, would do to what is stored what nobody asked for. Within a transaction of the caller, for others may
/// be bringing it up to date.
void checkTables(SQLite::Database& database, const std::filesystem::path& path);

/// Creates the tables or brings them up to date, in one transaction, after checkTables().
void migrateStore(SQLite::Database& database, const std::filesystem::path& path);

/// A store that holds something that no Headlight has written. To try again does not help, as it does with a lock.
class DamagedStore : public Error {
public:
    using Error::Error;
};

/// Throws it with what to do.
[[noreturn]] void failDamaged(const std::filesystem::path& path, const std::string& what);

/// Throws the Error that explains an SQLite failure to a person.
[[noreturn]] void explain(const SQLite::Exception& error, const std::filesystem::path& path, double busySeconds);

} // namespace headlight::detail
