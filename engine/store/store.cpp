#include "store/store.h"

#include "core/json_text.h"
#include "store/read_only.h"
#include "store/run_folder.h"
#include "store/store_impl.h"

#include <bit>
#include <chrono>
#include <nlohmann/json.hpp>
#include <sqlite3.h>
#include <stdexcept>
#include <thread>

namespace headlight {

using detail::now;
using detail::Query;

double detail::now() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

Store::Impl::Impl(std::filesystem::path file, double seconds) : path(std::move(file)), busySeconds(seconds) {
    detail::inspectStore(path, busySeconds);
    std::error_code failed;
    if (path.has_parent_path())
        std::filesystem::create_directories(path.parent_path(), failed);
    if (failed)
        throw Error(path.string() + ": the folder for the run store cannot be made: " + failed.message() +
                    ". Choose another file with --store");
    guarded([this] {
        if (detail::mayOnlyBeRead(path)) {
            database = detail::openReadOnly(path, busySeconds);
            return;
        }
        try {
            openToWrite();
        } catch (const SQLite::Exception& error) {
            if (!openInstead(error))
                throw;
        }
    });
}

void Store::Impl::openToWrite() {
    database = std::make_unique<SQLite::Database>(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE,
                                                  int(busySeconds * 1000));
    database->exec("PRAGMA foreign_keys = ON");
    // The tables are made before the log is switched on, so that the file alone always tells whose it is.
    detail::migrateStore(*database, path);
    switchLogOn();
    // With a write-ahead log NORMAL keeps the file whole; a killed program loses nothing, a power cut the last
    // moments.
    database->exec("PRAGMA synchronous = NORMAL");
}

/// On a full disk SQLite can't make its files beside the store; what is in it can still be read.
bool Store::Impl::openInstead(const SQLite::Exception& refused) {
    const int code = refused.getErrorCode();
    if (code != SQLITE_FULL && code != SQLITE_IOERR && code != SQLITE_CANTOPEN)
        return false;
    try {
        database = detail::openReadOnly(path, busySeconds);
        refusal = refused;
        return true;
    } catch (const std::exception&) {
        return false; // the first failure says it better
    }
}

/// Two programs that create a store at the same moment hinder each other here, and SQLite does not wait for this lock.
void Store::Impl::switchLogOn() {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(busySeconds);
    while (database->tryExec("PRAGMA journal_mode = WAL") == SQLITE_BUSY) {
        if (Clock::now() > end)
            throw SQLite::Exception(database->getHandle());
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

SQLite::Statement& Store::Impl::prepare(const char* sql) {
    auto& statement = statements[sql];
    if (!statement)
        statement = std::make_unique<SQLite::Statement>(*database, sql);
    return *statement;
}

void Store::Impl::failUnknown(RunId id) const {
    throw Error(path.string() + ": there is no run " + std::to_string(id));
}

void Store::Impl::checkNumbersLeft(const char* table) {
    const std::string name = table;
    Query row(prepare(("SELECT max(coalesce((SELECT max(id) FROM " + name +
                       "), 0), coalesce((SELECT max(CAST(seq AS INTEGER)) FROM sqlite_sequence WHERE name = '" + name +
                       "'), 0))")
                          .c_str()));
    row.step();
    if (const std::int64_t last = row.integer(0); last == std::numeric_limits<std::int64_t>::max())
        throw detail::BadValue{"the numbers of " + name + "s are used up, " + std::to_string(last) + " is the last"};
}

void Store::Impl::signOfLife(RunId id) {
    if (Query(prepare("UPDATE run SET updated = ? WHERE id = ?"), now(), id).run() == 0)
        failUnknown(id);
}

Store::Store(const std::filesystem::path& path, double busySeconds)
    : m_impl(std::make_unique<Impl>(path, busySeconds)) {}
Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

const std::filesystem::path& Store::path() const {
    return m_impl->path;
}

std::string Store::refusal() const {
    try {
        if (m_impl->refusal)
            detail::explain(*m_impl->refusal, m_impl->path, m_impl->busySeconds);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

void Store::checkWritable() {
    // A change of nothing. Beginning to write is not enough: SQLite lets that pass on a file that may only be read.
    m_impl->writing([this] { Query(m_impl->prepare("UPDATE run SET updated = updated WHERE id = 0")).run(); });
}

bool Store::isLocked(const std::filesystem::path& path) {
    try {
        SQLite::Database file(path.string(), SQLite::OPEN_READWRITE, 0); // waits for nobody
        return file.tryExec("BEGIN IMMEDIATE") == SQLITE_BUSY;
    } catch (const SQLite::Exception&) {
        return false;
    }
}

std::int64_t Store::foreignChanges() const {
    return m_impl->guarded([this] {
        Query query(m_impl->prepare("PRAGMA data_version"));
        query.step();
        return query.integer(0);
    });
}

namespace {

constexpr const char* selectRun =
    "SELECT id, name, status, message, model, task, dataset_spec, dataset_name, configuration, seed, fold, threads,"
    " checkpoint, notes, program_version, processor, cores, memory_bytes, system, host, created, updated, finished,"
    " deleted FROM run WHERE id = ?";
constexpr const char* selectRuns =
    "SELECT id, name, status, message, model, task, dataset_spec, dataset_name, configuration, seed, fold, threads,"
    " checkpoint, notes, program_version, processor, cores, memory_bytes, system, host, created, updated, finished,"
    " deleted FROM run WHERE (deleted IS NOT NULL) = ? ORDER BY id";

void insertTags(SQLite::Statement& insert, RunId id, const std::vector<std::string>& tags) {
    for (const std::string& tag : tags)
        Query(insert, id, tag).run();
}

constexpr const char* insertTag = "INSERT OR IGNORE INTO run_tag (run, tag) VALUES (?, ?)";

} // namespace

static bool isSilent(const RunRecord& run) {
    const bool goesOn = run.status == RunStatus::Running || run.status == RunStatus::Paused;
    return goesOn && now() - run.updated > Store::interruptedAfter;
}

/// Everything but the tags.
RunRecord Store::Impl::readRun(Query& row) const {
    RunRecord run;
    row.about("run " + std::to_string(row.integer(0)));
    run.id = row.integer(0, 1);
    run.name = row.text(1);
    const auto status = statusFromName(row.text(2));
    if (!status)
        row.refuse(2, "a status of a run");
    run.status = *status;
    run.message = row.text(3);
    run.model = row.text(4);
    run.task = row.text(5);
    run.datasetSpec = row.text(6);
    run.datasetName = row.text(7);
    run.configuration = row.text(8);
    run.seed = std::bit_cast<std::uint64_t>(row.integer(9));
    if (!row.null(10))
        run.fold = row.smallCount(10);
    run.threads = row.smallCount(11);
    run.checkpoint = row.text(12);
    run.notes = row.text(13);
    run.programVersion = row.text(14);
    run.machine = {row.text(15), row.smallCount(16), row.count(17), row.text(18), row.text(19)};
    run.created = row.time(20);
    run.updated = row.time(21);
    if (!row.null(22))
        run.finished = row.time(22);
    run.deleted = !row.null(23);
    if (isSilent(run) && (run.checkpoint.empty() || !ClaimedFolder::isClaimed(run.checkpoint)))
        run.status = RunStatus::Interrupted;
    return run;
}

RunId Store::createRun(const NewRun& run) {
    if (const auto document = jsonFrom(run.configuration); !document || !document->is_object())
        throw std::invalid_argument("Store::createRun: expected a JSON object as configuration, got \"" +
                                    run.configuration.substr(0, 100) + "\"");
    const Machine machine = thisMachine();
    // Earlier versions told by pid, process_started and boot who had a run; of 0 they go by the signs of life.
    return m_impl->writing([&] {
        m_impl->checkNumbersLeft("run");
        Query insert(m_impl->prepare(
            "INSERT INTO run (name, status, model, task, dataset_spec, dataset_name, configuration, seed, fold, "
            "threads,"
            " checkpoint, notes, program_version, processor, cores, memory_bytes, system, host, pid, process_started,"
            " boot, created, updated) VALUES (?, 'running', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, '',"
            " ?18, ?18)"));
        int at = 0;
        for (const std::string* text :
             {&run.name, &run.model, &run.task, &run.datasetSpec, &run.datasetName, &run.configuration})
            insert->bind(++at, *text);
        insert->bind(++at, std::bit_cast<std::int64_t>(run.seed));
        ++at;
        if (run.fold) // unbound is NULL
            insert->bind(at, *run.fold);
        insert->bind(++at, run.threads);
        insert->bind(++at, run.checkpoint);
        insert->bind(++at, run.notes);
        insert->bind(++at, HEADLIGHT_VERSION);
        insert->bind(++at, machine.processor);
        insert->bind(++at, machine.cores);
        insert->bind(++at, machine.memoryBytes);
        insert->bind(++at, machine.system);
        insert->bind(++at, machine.host);
        insert->bind(++at, now());
        insert.run();
        const RunId id = m_impl->database->getLastInsertRowid();
        insertTags(m_impl->prepare(insertTag), id, run.tags);
        return id;
    });
}

RunRecord Store::run(RunId id) const {
    return summary(id).run;
}

RunSummary Store::Impl::readRunSummary(Query& row) {
    RunSummary summary;
    summary.run = readRun(row);
    Query tags(prepare("SELECT tag FROM run_tag WHERE run = ? ORDER BY tag"), summary.run.id);
    tags.about("run " + std::to_string(summary.run.id));
    while (tags.step())
        summary.run.tags.push_back(tags.text(0));
    summary.metrics = readSummaries(summary.run.id);
    return summary;
}

RunSummary Store::summary(RunId id) const {
    return m_impl->reading([&] {
        Query row(m_impl->prepare(selectRun), id);
        if (!row.step())
            m_impl->failUnknown(id);
        return m_impl->readRunSummary(row);
    });
}

std::vector<RunSummary> Store::runs(bool deleted, std::vector<DamagedRow>* damaged) const {
    return m_impl->reading([&] {
        std::vector<RunSummary> runs;
        Query row(m_impl->prepare(selectRuns), deleted ? 1 : 0);
        while (row.step())
            m_impl->readListed(row, damaged, [&] { runs.push_back(m_impl->readRunSummary(row)); });
        return runs;
    });
}

void Store::Impl::writeStatus(RunId id, RunStatus status, const std::string& message) {
    const bool ended = status != RunStatus::Running && status != RunStatus::Paused;
    signOfLife(id);
    Query(prepare("UPDATE run SET status = ?, message = ?, finished = CASE WHEN ? THEN updated END WHERE id = ?"),
          statusName(status), message, ended ? 1 : 0, id)
        .run();
}

void Store::setStatus(RunId id, RunStatus status, const std::string& message) {
    if (status == RunStatus::Interrupted)
        throw std::invalid_argument("Store::setStatus: expected a status to store, got interrupted");
    m_impl->writing([&] { m_impl->writeStatus(id, status, message); });
}

void Store::claim(RunId id) {
    m_impl->writing([&] {
        {
            Query row(m_impl->prepare(selectRun), id);
            if (!row.step())
                m_impl->failUnknown(id);
            RunRecord run = m_impl->readRun(row);
            if (isSilent(run)) // the lease of its folder is the caller's own
                run.status = RunStatus::Interrupted;
            checkMayGoOn(run);
        }
        m_impl->writeStatus(id, RunStatus::Running, {});
    });
}

void Store::heartbeat(RunId id) {
    m_impl->writing([&] { m_impl->signOfLife(id); });
}

void Store::setName(RunId id, const std::string& name) {
    m_impl->writing([&] {
        if (Query(m_impl->prepare("UPDATE run SET name = ? WHERE id = ?"), name, id).run() == 0)
            m_impl->failUnknown(id);
    });
}

void Store::setNotes(RunId id, const std::string& notes) {
    m_impl->writing([&] {
        if (Query(m_impl->prepare("UPDATE run SET notes = ? WHERE id = ?"), notes, id).run() == 0)
            m_impl->failUnknown(id);
    });
}

void Store::setCheckpoint(RunId id, const std::string& path) {
    m_impl->writing([&] {
        if (Query(m_impl->prepare("UPDATE run SET checkpoint = ? WHERE id = ?"), path, id).run() == 0)
            m_impl->failUnknown(id);
    });
}

void Store::setTags(RunId id, const std::vector<std::string>& tags) {
    m_impl->writing([&] {
        if (!Query(m_impl->prepare("SELECT 1 FROM run WHERE id = ?"), id).step())
            m_impl->failUnknown(id);
        Query(m_impl->prepare("DELETE FROM run_tag WHERE run = ?"), id).run();
        insertTags(m_impl->prepare(insertTag), id, tags);
    });
}

void Store::remove(const std::vector<RunId>& ids) {
    m_impl->writing([&] {
        for (const RunId id : ids) {
            Query row(m_impl->prepare(selectRun), id);
            if (!row.step())
                m_impl->failUnknown(id);
            if (const RunStatus status = m_impl->readRun(row).status;
                status == RunStatus::Running || status == RunStatus::Paused)
                throw Error("run " + std::to_string(id) + " is still going on: stop it where it runs, then delete it");
        }
        for (const RunId id : ids)
            Query(m_impl->prepare("UPDATE run SET deleted = coalesce(deleted, ?) WHERE id = ?"), now(), id).run();
    });
}

void Store::restore(const std::vector<RunId>& ids) {
    m_impl->writing([&] {
        for (const RunId id : ids)
            if (Query(m_impl->prepare("UPDATE run SET deleted = NULL WHERE id = ?"), id).run() == 0)
                m_impl->failUnknown(id);
    });
}

void Store::purge(const std::vector<RunId>& ids) {
    m_impl->writing([&] {
        for (const RunId id : ids)
            if (Query(m_impl->prepare("DELETE FROM run WHERE id = ? AND deleted IS NOT NULL"), id).run() == 0)
                throw Error(m_impl->path.string() + ": run " + std::to_string(id) +
                            " is not among the deleted runs, so it was not purged");
    });
}

} // namespace headlight
