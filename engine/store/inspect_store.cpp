#include "store/schema.h"

#include "core/paths.h"
#include "store/read_only.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <chrono>
#include <sqlite3.h>
#include <sstream>
#include <thread>

namespace headlight::detail {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t checkedWhole = std::uintmax_t(16) << 20;

constexpr const char* brokenPart = "a part of the file is not what was written there";

void inspectWith(SQLite::Database& database, bool deep, const fs::path& path) {
    const int version = versionOfStore(database, path);
    if (!deep)
        return;
    if (version < 1)
        failDamaged(path, "it has no version");
    checkTables(database, path);
    std::error_code ignored;
    if (fs::file_size(path, ignored) > checkedWhole) // a large store opens at once; its damage shows when it is read
        return;
    SQLite::Statement check(database, "PRAGMA quick_check(1)");
    if (check.executeStep() && check.getColumn(0).getString() != "ok")
        failDamaged(path, brokenPart);
}

bool exists(const fs::path& path, const char* suffix) {
    std::error_code ignored;
    return fs::exists(path.string() + suffix, ignored);
}

/// One look. A log beside the file means that the file alone is not the whole truth, and that SQLite's own readers
/// would not be the first to make files beside it.
void look(const fs::path& path, double busySeconds) {
    const bool log = exists(path, "-wal"), journal = exists(path, "-journal");
    try {
        SQLite::Database file(immutableUri(path), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
        inspectWith(file, !log && !journal, path);
    } catch (const SQLite::Exception& error) {
        if (error.getErrorCode() != SQLITE_CORRUPT || !(log || journal))
            explain(error, path, busySeconds);
    }
    if (!log)
        return;
    try {
        SQLite::Database file(path.string(), SQLite::OPEN_READONLY, int(busySeconds * 1000));
        inspectWith(file, true, path);
    } catch (const SQLite::Exception& error) {
        // Where a reader may not take part in the log, or a full disk has no room for it, opening for writing tells
        // what is wrong.
        const int code = error.getErrorCode();
        if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY && code != SQLITE_IOERR)
            explain(error, path, busySeconds);
    }
}

/// SQLite keeps changes in files beside the store, also beside the file that a link leads to. To open a pipe in such a
/// place would never end.
void checkNeighbours(const fs::path& path) {
    std::error_code failed;
    const fs::path file = fs::weakly_canonical(path, failed);
    for (const char* suffix : {"-journal", "-wal", "-shm"}) {
        const fs::path beside = (failed ? path : file).string() + suffix;
        std::error_code unknown;
        const fs::file_status status = fs::status(beside, unknown);
        if (!fs::status_known(status) || !fs::exists(status) || fs::is_regular_file(status))
            continue;
        throw Error(path.string() + ": the run store can't be opened: " + beside.filename().string() +
                    " beside it is " + typeName(status.type()) +
                    ", where SQLite keeps changes in a file. Remove it, or choose another file with --store");
    }
}

/// Whether there is no room for the files that SQLite makes beside the store.
bool isFull(const fs::path& path) {
    constexpr std::uintmax_t needed = 65536;
    std::error_code failed;
    const fs::space_info space = fs::space(wholePath(path).parent_path(), failed);
    return !failed && space.available < needed;
}

/// Changes when somebody writes to the file while it is looked at.
std::string fingerprint(const fs::path& path) {
    std::error_code ignored;
    std::ostringstream text;
    text << fs::file_size(path, ignored) << ' ' << fs::last_write_time(path, ignored).time_since_epoch().count() << ' '
         << exists(path, "-wal") << exists(path, "-journal");
    return text.str();
}

} // namespace

void failDamaged(const fs::path& path, const std::string& what) {
    throw DamagedStore(
        path.string() + ": the run store is damaged: " + what +
        ". It was left as it is. Put a copy in its place, save what can still be read with sqlite3's .recover, or "
        "choose another file with --store");
}

void inspectStore(const fs::path& path, double busySeconds) {
    checkNeighbours(path);
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (failed == std::errc::permission_denied)
        throw Error(path.string() +
                    ": the run store can't be looked at, a folder above it is closed to you. Change its "
                    "access rights, or choose another file with --store");
    if (!fs::status_known(status))
        throw Error(shownPath(path) + ": the run store can't be looked at: " + systemReason(failed.value()));
    if (fs::is_directory(status))
        throw Error(path.string() + ": this is a folder; the run store is a file");
    if (!fs::exists(status))
        return;
    // What is left where the disk was full from the start. Behind a log it is the rest of a store: SQLite would drop
    // both.
    if (fs::is_regular_file(status) && fs::file_size(path, failed) == 0) {
        if (exists(path, "-wal") && fs::file_size(path.string() + "-wal", failed) > 0)
            failDamaged(path, "it is empty, and its last changes are in a file of the same name ending in -wal");
        return;
    }
    if (!fs::is_regular_file(status))
        throw Error(path.string() + ": cannot be a run store, it is no ordinary file");
    for (int attempt = 0;; ++attempt) {
        const std::string before = fingerprint(path);
        try {
            return look(path, busySeconds);
        } catch (const Error&) {
            if (attempt == 4 || fingerprint(path) == before)
                throw;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

void explain(const SQLite::Exception& error, const fs::path& path, double busySeconds) {
    const std::string file = path.string() + ": ";
    switch (error.getErrorCode()) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: {
        std::ostringstream seconds;
        seconds << busySeconds;
        throw Error(file + "another program has kept the run store locked for more than " + seconds.str() +
                    " s. Try again when it is done, or close it");
    }
    case SQLITE_NOTADB:
        throw Error(file + "this is no run store (no SQLite file); it was left as it is. Choose another file with "
                           "--store");
    case SQLITE_CORRUPT:
        failDamaged(path, brokenPart);
    case SQLITE_IOERR:
        if (!isFull(path))
            throw Error(file + "the run store can't be read or written here: the disk may be full or failing; nothing "
                               "of this was stored. Free some space, or choose another file with --store");
        [[fallthrough]];
    case SQLITE_FULL:
        throw Error(file + "the disk is full; nothing of this was stored. Free some space and try again");
    case SQLITE_READONLY:
    case SQLITE_PERM:
        throw Error(file + "the run store may only be read. Change its access rights, or choose another file with "
                           "--store");
    case SQLITE_CANTOPEN:
        throw Error(file + "the run store cannot be opened or created here. Check the folder's access rights and "
                           "space, or choose another file with --store");
    default:
        throw Error(file + "the run store can't be used (SQLite's error " + std::to_string(error.getErrorCode()) +
                    "). Choose another file with --store");
    }
}

} // namespace headlight::detail
