#include "store/schema.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <array>
#include <map>
#include <utility>
#include <vector>

namespace headlight::detail {

namespace fs = std::filesystem;

namespace {

constexpr int applicationId = 0x484C5231; // "HLR1", at byte 68 of the file

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
)sql",
    R"sql(
-- Until here all maps of a layer were numbered together, gates and blocks behind the heads.
ALTER TABLE snapshot_map RENAME TO old_snapshot_map;
CREATE TABLE snapshot_map (
    snapshot INTEGER NOT NULL REFERENCES snapshot ON DELETE CASCADE,
    number INTEGER NOT NULL,
    address TEXT NOT NULL, -- of the head
    stage TEXT NOT NULL,
    mask TEXT NOT NULL,
    shape TEXT NOT NULL, -- JSON
    label TEXT NOT NULL,
    features INTEGER NOT NULL,
    weights BLOB NOT NULL, -- float32, little-endian, row-major
    UNIQUE (snapshot, number)
);
INSERT INTO snapshot_map (snapshot, number, address, stage, mask, shape, label, features, weights)
SELECT snapshot, number,
    layer || '.' || CASE kind WHEN 'token-to-token' THEN '' WHEN 'source-to-token' THEN 'pooling.'
        WHEN 'block-to-block' THEN 'blocks.' WHEN 'token-to-group' THEN 'groups.' ELSE kind || '.' END ||
        (SELECT count(*) FROM old_snapshot_map AS other WHERE other.snapshot = map.snapshot AND other.layer = map.layer
            AND other.kind = map.kind AND other.stage = map.stage AND other.head < map.head),
    stage, mask, shape, label, features, weights
FROM old_snapshot_map AS map ORDER BY snapshot, number;
DROP TABLE old_snapshot_map;
)sql"};

constexpr int currentVersion = int(migrations.size());

/// Name and type of what a version creates or a file has, with its definition.
using Definitions = std::map<std::pair<std::string, std::string>, std::string>;

/// Without SQLite's own tables and indices; statistics (sqlite_stat1) are among them.
Definitions definitionsIn(SQLite::Database& database) {
    Definitions found;
    SQLite::Statement query(database,
                            "SELECT name, type, sql FROM sqlite_master"
                            " WHERE type NOT IN ('table', 'index') OR name NOT LIKE 'sqlite\\_%' ESCAPE '\\'");
    while (query.executeStep())
        found[{query.getColumn(0).getString(), query.getColumn(1).getString()}] = query.getColumn(2).getString();
    return found;
}

/// Of every version, from 0.
std::vector<Definitions> definitionsOfVersions() {
    SQLite::Database made(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    std::vector<Definitions> versions = {{}};
    for (const char* migration : migrations) {
        made.exec(migration);
        versions.push_back(definitionsIn(made));
    }
    return versions;
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

} // namespace

int versionOfStore(SQLite::Database& database, const fs::path& path) {
    if (pragma(database, "application_id") != applicationId)
        throw Error(path.string() + ": this is an SQLite file of another program, no run store of Headlight; it was "
                                    "left as it is. Choose another file with --store");
    const int version = pragma(database, "user_version");
    checkNotNewer(version, path);
    return version;
}

void checkTables(SQLite::Database& database, const fs::path& path) {
    static const std::vector<Definitions> versions = definitionsOfVersions();
    const int version = pragma(database, "user_version");
    checkNotNewer(version, path);
    if (version < 0)
        failDamaged(path, "it has no version");
    const Definitions& expected = versions[std::size_t(version)];
    const Definitions found = definitionsIn(database);
    for (const auto& [key, definition] : expected)
        if (const auto it = found.find(key); it == found.end() || it->second != definition)
            failDamaged(path, "\"" + key.first + "\" is missing in it or was changed");
    for (const auto& [key, definition] : found)
        if (!expected.contains(key))
            throw DamagedStore(path.string() + ": the run store has the " + printable(key.second, 40) + " \"" +
                               printable(key.first, 40) +
                               "\", which no Headlight has made and which may change what is stored. It was left as it "
                               "is. Remove that with SQLite's own program, put a copy of the store in its place, or "
                               "choose another file with --store");
}

bool isCurrent(SQLite::Database& database) {
    return pragma(database, "user_version") == currentVersion;
}

void migrateStore(SQLite::Database& database, const fs::path& path) {
    {
        const SQLite::Transaction reading(database);
        checkTables(database, path);
        if (isCurrent(database))
            return;
    }
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    checkTables(database, path); // another program may have been first
    const int version = pragma(database, "user_version");
    if (version == 0)
        database.exec("PRAGMA application_id = " + std::to_string(applicationId));
    for (int i = version; i < currentVersion; ++i)
        database.exec(migrations[std::size_t(i)]);
    database.exec("PRAGMA user_version = " + std::to_string(currentVersion));
    transaction.commit();
}

} // namespace headlight::detail
