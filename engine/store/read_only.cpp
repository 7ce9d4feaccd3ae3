#include "store/read_only.h"

#include "core/error.h"
#include "core/paths.h"
#include "store/schema.h"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/SQLiteCpp.h>
#include <sstream>
#include <unistd.h>

namespace headlight::detail {

namespace fs = std::filesystem;

namespace {

bool isWritable(const fs::path& path) {
    return ::access(path.c_str(), W_OK) == 0;
}

fs::path beside(const fs::path& path, const char* suffix) {
    return path.string() + suffix;
}

} // namespace

std::string immutableUri(const fs::path& path) {
    std::ostringstream uri;
    uri << "file:" << std::hex << std::uppercase;
    for (const char c : wholePath(path).string())
        if (c == '%' || c == '?' || c == '#')
            uri << '%' << int(c);
        else
            uri << c;
    uri << "?immutable=1";
    return uri.str();
}

bool mayOnlyBeRead(const fs::path& path) {
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        return false;
    const bool logIsThere = isWritable(beside(path, "-wal")) && isWritable(beside(path, "-shm"));
    return !isWritable(path) || (!isWritable(wholePath(path).parent_path()) && !logIsThere);
}

/// Opens the file where a program is at work in it, or was killed at work: what it says is in its log, too.
static std::unique_ptr<SQLite::Database> openWithLog(const fs::path& path, const fs::path& log, double busySeconds) {
    try {
        auto file = std::make_unique<SQLite::Database>(path.string(), SQLite::OPEN_READONLY, int(busySeconds * 1000));
        isCurrent(*file); // reads
        return file;
    } catch (const SQLite::Exception&) {
        throw Error(path.string() + ": its last changes are in " + log.filename().string() +
                    ", which can't be read where nothing may be written. Copy all its files to another folder, and "
                    "give that one with --store");
    }
}

static std::unique_ptr<SQLite::Database> openFile(const fs::path& path, double busySeconds) {
    std::error_code ignored;
    for (const char* suffix : {"-wal", "-journal"})
        if (const fs::path log = beside(path, suffix); fs::exists(log, ignored) && fs::file_size(log, ignored) > 0)
            return openWithLog(path, log, busySeconds);
    return std::make_unique<SQLite::Database>(immutableUri(path), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
}

std::unique_ptr<SQLite::Database> openReadOnly(const fs::path& path, double busySeconds) {
    auto file = openFile(path, busySeconds);
    {
        const SQLite::Transaction reading(*file);
        checkTables(*file, path);
    }
    if (isCurrent(*file))
        return file;
    auto memory = std::make_unique<SQLite::Database>(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    SQLite::Backup(*memory, *file).executeStep();
    migrateStore(*memory, path);
    memory->exec("PRAGMA query_only = ON"); // nobody shall think that a change was stored
    return memory;
}

} // namespace headlight::detail
