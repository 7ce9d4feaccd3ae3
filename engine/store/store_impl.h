#pragma once

#include "core/error.h"
#include "store/schema.h"
#include "store/store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <limits>
#include <optional>
#include <sqlite3.h>
#include <unordered_map>

namespace headlight {

namespace detail {

double now(); ///< seconds since 1970, UTC

/// Of steps, bytes and the like: so far below what an int64 holds that some of them can be added up.
inline constexpr std::int64_t mostCount = 1'000'000'000'000'000'000;

/// Thrown by Query; Store::Impl::guarded makes an Error of it that names the file.
struct BadValue {
    std::string what; ///< "run 3: created: expected …, got …"
};

/// A cached statement in use: bound to its values, and reset at the end so that it holds no lock.
class Query {
public:
    template <class... Values>
    explicit Query(SQLite::Statement& statement, const Values&... values) : m_statement(statement) {
        [[maybe_unused]] int place = 0;
        (statement.bind(++place, values), ...);
    }
    ~Query() {
        m_statement.tryReset();
        m_statement.clearBindings();
    }
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    SQLite::Statement* operator->() { return &m_statement; }
    bool step() { return m_statement.executeStep(); }
    int run() { return m_statement.exec(); } ///< rows changed

    /// What the rows are about ("run 3"), for what is said of their values.
    void about(std::string what) { m_about = std::move(what); }

    // A store is a file like any other: each value is checked where it is read, and BadValue thrown for one that no
    // Headlight has written.
    std::string text(int column);
    bool null(int column) { return m_statement.isColumnNull(column); }
    std::int64_t integer(int column, std::int64_t low = std::numeric_limits<std::int64_t>::min(),
                         std::int64_t high = std::numeric_limits<std::int64_t>::max());
    std::int64_t count(int column) { return integer(column, 0, mostCount); }
    /// A count that an int holds.
    int smallCount(int column) { return int(integer(column, 0, std::numeric_limits<int>::max())); }
    double number(int column);   ///< any; SQLite keeps NaN as NULL
    double amount(int column);   ///< 0 … 1e24, which no size or count reaches
    double duration(int column); ///< seconds from 0 on, less than 8000 years
    double time(int column);     ///< seconds since 1970, UTC, before the year 10000
    [[noreturn]] void refuse(int column, const std::string& expected);

private:
    SQLite::Statement& m_statement;
    std::string m_about;
};

} // namespace detail

struct Store::Impl {
    Impl(std::filesystem::path file, double seconds);

    /// A prepared statement, kept for the next time. One use at a time.
    SQLite::Statement& prepare(const char* sql);

    /// Runs work, giving failures of SQLite in words.
    template <class Work>
    auto guarded(const Work& work) {
        try {
            return work();
        } catch (const detail::BadValue& bad) {
            detail::failDamaged(path, bad.what);
        } catch (const SQLite::Exception& error) {
            detail::explain(refusal && error.getErrorCode() == SQLITE_READONLY ? *refusal : error, path, busySeconds);
        }
    }

    /// The same as one transaction that holds the store's write lock.
    template <class Work>
    auto writing(const Work& work) {
        return guarded([&] {
            SQLite::Transaction transaction(*database, SQLite::TransactionBehavior::IMMEDIATE);
            if constexpr (std::is_void_v<decltype(work())>) {
                work();
                transaction.commit();
            } else {
                auto result = work();
                transaction.commit();
                return result;
            }
        });
    }

    /// The same as one transaction that sees one state of the store.
    template <class Work>
    auto reading(const Work& work) {
        return guarded([&] {
            SQLite::Transaction transaction(*database);
            return work();
        });
    }

    void openToWrite();
    bool openInstead(const SQLite::Exception& refused);
    void switchLogOn();
    [[noreturn]] void failUnknown(RunId id) const;
    void signOfLife(RunId id); ///< and Error when there is no such run
    RunRecord readRun(detail::Query& row) const;
    RunSummary readRunSummary(detail::Query& row);
    /// Reads a row of a list. One that is damaged is told in `damaged` under its number, the first column.
    template <class Read>
    void readListed(detail::Query& row, std::vector<DamagedRow>* damaged, const Read& read) {
        try {
            read();
        } catch (const detail::BadValue& bad) {
            if (!damaged)
                throw;
            damaged->push_back({row->getColumn(0).getInt64(), bad.what});
        }
    }
    /// BadValue when the table's numbers, which are never given again, are used up: SQLite calls that a full disk.
    void checkNumbersLeft(const char* table);
    void writeStatus(RunId id, RunStatus status, const std::string& message);
    std::vector<MetricSummary> readSummaries(RunId id);
    void recompute(RunId id, std::int64_t metric, const std::string& name);
    void addWallTimes(RunId id, std::vector<MetricPoint>& points);

    std::filesystem::path path;
    double busySeconds;
    std::optional<SQLite::Exception> refusal; ///< why it was not opened to write, where it could be read at least
    std::unique_ptr<SQLite::Database> database;
    std::unordered_map<std::string, std::unique_ptr<SQLite::Statement>> statements; ///< gone before the database
};

} // namespace headlight
