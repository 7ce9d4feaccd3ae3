#include "store/schema.h"

#include "store/read_only.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <array>
#include <chrono>
#include <map>
#include <sqlite3.h>
#include <sstream>
#include <thread>

namespace headlight::detail {

namespace fs = std::filesystem;

namespace {

constexpr int applicationId = 0x484C5231; // "HLR1", at byte 68 of the file
constexpr std::uintmax_t checkedWhole = std::uintmax_t(16) << 20;

/// Row n brings a store from version n to n + 1. Rows are never changed once released, only added.
constexpr std::array migrations = {
    R"sql(
CREATE TABLE run (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('running', 'paused', 'finished', 'stopped', 'failed')),
    message TEXT NOT NULL DEFAULT '',
    model TEXT NOT NULL,
    task TEXT NOT NULL,
    dataset_spec TEXT NOT NULL,
    dataset_name TEXT NOT NULL,
    configuration TEXT NOT NULL,
    seed INTEGER NOT NULL, -- the 64 bits of an unsigned number
    fold INTEGER,
    threads INTEGER NOT NULL,
    checkpoint TEXT NOT NULL,
    notes TEXT NOT NULL,
    program_version TEXT NOT NULL,
    processor TEXT NOT NULL,
    cores INTEGER NOT NULL,
    memory_bytes INTEGER NOT NULL,
    system TEXT NOT NULL,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    process_started INTEGER NOT NULL,
    boot TEXT NOT NULL,
    created REAL NOT NULL,
    updated REAL NOT NULL,
    finished REAL,
    deleted REAL
);
CREATE TABLE run_tag (
    run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (run, tag)
) WITHOUT ROWID;
CREATE TABLE metric (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);
CREATE TABLE metric_point (
    run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    metric INTEGER NOT NULL REFERENCES metric,
    step INTEGER NOT NULL,
    epoch REAL NOT NULL,
    seconds REAL NOT NULL,
    value REAL, -- NULL is NaN
    PRIMARY KEY (run, metric, step)
) WITHOUT ROWID;
CREATE TABLE metric_summary (
    run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    metric INTEGER NOT NULL REFERENCES metric,
    count INTEGER NOT NULL,
    first REAL,
    last REAL,
    last_step INTEGER NOT NULL,
    direction TEXT NOT NULL CHECK (direction IN ('min', 'max')),
    best REAL,
    best_step INTEGER NOT NULL,
    best_epoch REAL NOT NULL,
    PRIMARY KEY (run, metric)
) WITHOUT ROWID;
CREATE TABLE evaluation (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    step INTEGER NOT NULL,
    epoch REAL NOT NULL,
    split TEXT NOT NULL,
    details TEXT NOT NULL
);
CREATE INDEX evaluation_of_run ON evaluation (run);
CREATE TABLE snapshot (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    epoch INTEGER NOT NULL,
    probe INTEGER NOT NULL,
    step INTEGER NOT NULL,
    tokens TEXT NOT NULL, -- JSON
    UNIQUE (run, epoch, probe)
);
CREATE TABLE snapshot_map (
    snapshot INTEGER NOT NULL REFERENCES snapshot ON DELETE CASCADE,
    number INTEGER NOT NULL,
    layer INTEGER NOT NULL,
    head INTEGER NOT NULL,
    kind TEXT NOT NULL,
    stage TEXT NOT NULL,
    mask TEXT NOT NULL,
    shape TEXT NOT NULL, -- JSON
    weights BLOB NOT NULL, -- float32, little-endian, row-major
    UNIQUE (snapshot, number)
);
)sql",
    R"sql(
CREATE TABLE sweep (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    plan TEXT NOT NULL, -- JSON
    program_version TEXT NOT NULL,
    processor TEXT NOT NULL,
    cores INTEGER NOT NULL,
    memory_bytes INTEGER NOT NULL,
    system TEXT NOT NULL,
    host TEXT NOT NULL,
    created REAL NOT NULL,
    updated REAL NOT NULL
);
CREATE TABLE measurement (
    id INTEGER PRIMARY KEY,
    sweep INTEGER NOT NULL REFERENCES sweep ON DELETE CASCADE,
    encoder TEXT NOT NULL,
    options TEXT NOT NULL,
    form TEXT NOT NULL,
    mode TEXT NOT NULL,
    batch INTEGER NOT NULL,
    length INTEGER NOT NULL,
    features INTEGER NOT NULL,
    threads INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('measured', 'too large', 'failed')),
    message TEXT NOT NULL,
    repetitions INTEGER NOT NULL,
    seconds REAL NOT NULL,
    seconds_low REAL NOT NULL,
    seconds_high REAL NOT NULL,
    parameter_bytes INTEGER NOT NULL,
    gradient_bytes INTEGER NOT NULL,
    optimizer_bytes INTEGER NOT NULL,
    activation_bytes INTEGER NOT NULL,
    attention_bytes INTEGER NOT NULL,
    foretold_bytes REAL NOT NULL,
    process_bytes REAL NOT NULL,
    measured REAL NOT NULL,
    UNIQUE (sweep, encoder, options, form, mode, batch, length, features, threads)
);
)sql", "ALTER TABLE sweep ADD COLUMN deleted REAL;",
    R"sql(
CREATE TABLE run_clock (
    run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    after_step INTEGER NOT NULL,
    zero REAL NOT NULL,
    PRIMARY KEY (run, after_step)
) WITHOUT ROWID;
)sql",
    R"sql(
ALTER TABLE snapshot_map ADD COLUMN label TEXT NOT NULL DEFAULT '';
ALTER TABLE snapshot_map ADD COLUMN features INTEGER NOT NULL DEFAULT 0;
)sql",
    R"sql(
-- Until here reference forms took the batch whole, and all else each half of it in pieces of 768 tokens.
ALTER TABLE measurement RENAME TO old_measurement;
CREATE TABLE measurement (
    id INTEGER PRIMARY KEY,
    sweep INTEGER NOT NULL REFERENCES sweep ON DELETE CASCADE,
    encoder TEXT NOT NULL,
    options TEXT NOT NULL,
    form TEXT NOT NULL,
    mode TEXT NOT NULL,
    batch INTEGER NOT NULL,
    length INTEGER NOT NULL,
    features INTEGER NOT NULL,
    threads INTEGER NOT NULL,
    sequences TEXT NOT NULL CHECK (sequences IN ('pieces', 'single', 'whole')),
    status TEXT NOT NULL CHECK (status IN ('measured', 'too large', 'failed')),
    message TEXT NOT NULL,
    repetitions INTEGER NOT NULL,
    seconds REAL NOT NULL,
    seconds_low REAL NOT NULL,
    seconds_high REAL NOT NULL,
    parameter_bytes INTEGER NOT NULL,
    gradient_bytes INTEGER NOT NULL,
    optimizer_bytes INTEGER NOT NULL,
    activation_bytes INTEGER NOT NULL,
    attention_bytes INTEGER NOT NULL,
    foretold_bytes REAL NOT NULL,
    process_bytes REAL NOT NULL,
    sequences_at_once INTEGER NOT NULL,
    measured REAL NOT NULL,
    UNIQUE (sweep, encoder, options, form, mode, batch, length, features, threads, sequences)
);
INSERT INTO measurement (id, sweep, encoder, options, form, mode, batch, length, features, threads,
    sequences, status, message, repetitions, seconds, seconds_low, seconds_high,
    parameter_bytes, gradient_bytes, optimizer_bytes, activation_bytes, attention_bytes, foretold_bytes, process_bytes,
    sequences_at_once, measured)
SELECT id, sweep, encoder, options, form, mode, batch, length, features, threads,
    CASE form WHEN 'reference' THEN 'whole' ELSE 'pieces' END,
    status, message, repetitions, seconds, seconds_low, seconds_high,
    parameter_bytes, gradient_bytes, optimizer_bytes, activation_bytes, attention_bytes, foretold_bytes, process_bytes,
    CASE WHEN status <> 'measured' THEN 0 WHEN form = 'reference' THEN batch
        ELSE coalesce(min(batch / 2, max(1, 768 / length)) + min(batch - batch / 2, max(1, 768 / length)), 0) END,
    measured
FROM old_measurement ORDER BY id;
DROP TABLE old_measurement;
)sql"};

constexpr int currentVersion = int(migrations.size());

constexpr const char* brokenPart = "a part of the file is not what was written there";

/// Table name → its definition, for what a version creates or a file has.
std::map<std::string, std::string> definitions(SQLite::Database& database) {
    std::map<std::string, std::string> found;
    SQLite::Statement query(database, "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL");
    while (query.executeStep())
        found[query.getColumn(0).getString()] = query.getColumn(1).getString();
    return found;
}

int pragma(SQLite::Database& database, const char* name) {
    return database.execAndGet(std::string("PRAGMA ") + name).getInt();
}

void checkNotNewer(int version, const fs::path& path) {
    if (version > currentVersion)
        throw Error(path.string() + ": the run store was written by a newer Headlight (store version " +
                    std::to_string(version) + ", this program knows " + std::to_string(currentVersion) +
                    "). Update Headlight, or choose another file with --store");
}

void checkTables(SQLite::Database& database, int version, const fs::path& path) {
    SQLite::Database expected(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    for (int i = 0; i < version; ++i)
        expected.exec(migrations[std::size_t(i)]);
    const auto found = definitions(database);
    for (const auto& [name, definition] : definitions(expected)) {
        const auto it = found.find(name);
        if (name.starts_with("sqlite_"))
            continue;
        if (it == found.end() || it->second != definition)
            failDamaged(path, "\"" + printable(name, 40) + "\" is missing in it or was changed");
    }
}

void inspectWith(SQLite::Database& database, bool deep, const fs::path& path) {
    if (pragma(database, "application_id") != applicationId)
        throw Error(path.string() + ": this is an SQLite file of another program, no run store of Headlight; it was "
                                    "left as it is. Choose another file with --store");
    const int version = pragma(database, "user_version");
    checkNotNewer(version, path);
    if (!deep)
        return;
    if (version < 1)
        failDamaged(path, "it has no version");
    checkTables(database, version, path);
    if (fs::file_size(path) > checkedWhole) // a large store must open at once; its damage shows when it is read
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

/// Whether there is no room for the files that SQLite makes beside the store.
bool isFull(const fs::path& path) {
    constexpr std::uintmax_t needed = 65536;
    std::error_code failed;
    const fs::space_info space = fs::space(fs::absolute(path).parent_path(), failed);
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
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (failed == std::errc::permission_denied)
        throw Error(path.string() +
                    ": the run store can't be looked at, a folder above it is closed to you. Change its "
                    "access rights, or choose another file with --store");
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

bool isCurrent(SQLite::Database& database) {
    return pragma(database, "user_version") == currentVersion;
}

void migrateStore(SQLite::Database& database, const fs::path& path) {
    if (isCurrent(database))
        return;
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    const int version = pragma(database, "user_version"); // another program may have been first
    checkNotNewer(version, path);
    if (version == 0)
        database.exec("PRAGMA application_id = " + std::to_string(applicationId));
    for (int i = version; i < currentVersion; ++i)
        database.exec(migrations[std::size_t(i)]);
    database.exec("PRAGMA user_version = " + std::to_string(currentVersion));
    transaction.commit();
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
