#include "engine/store/old_snapshots.h"
#include "message_of.h"
#include "store/read_only.h"
#include "store/store.h"

#include <QTemporaryDir>
#include <QtTest>
#include <SQLiteCpp/SQLiteCpp.h>
#include <fstream>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

using namespace headlight;
namespace fs = std::filesystem;

class ReadOnlyTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path at(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }

    /// As somebody whom access rights bind, which root is not.
    static bool heldByRights(const std::function<bool()>& check) {
        const pid_t child = ::fork();
        if (child == 0) {
            constexpr uid_t nobody = 65534;
            ::_exit((::geteuid() != 0 || ::setuid(nobody) == 0) && check() ? 0 : 1);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }

private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        fs::permissions(at(""), fs::perms(0777));
    }
    void cleanup() { fs::permissions(at(""), fs::perms(0777)); }

    void anUriNamesTheFileWhateverItsName() {
        for (const char* name : {"plain", "a b", "what?mode=rw", "half#", "50%41", "dé"}) {
            {
                SQLite::Database(at(name).string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
                    .exec("CREATE TABLE t(i)");
            }
            SQLite::Database file(detail::immutableUri(at(name)), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
            QVERIFY2(file.tableExists("t"), name);
            QCOMPARE(file.tryExec("CREATE TABLE u(i)"), 8); // SQLITE_READONLY
        }
    }

    void onlyReadingIsToldByWhatMayBeWritten() {
        QVERIFY(!detail::mayOnlyBeRead(at("missing"))); // a new one will be made
        std::ofstream(at("runs")) << "x";
        const auto rights = [&](int file, int folder) {
            fs::permissions(at("runs"), fs::perms(file));
            fs::permissions(at(""), fs::perms(folder));
            return heldByRights([&] { return detail::mayOnlyBeRead(at("runs")); });
        };
        QVERIFY(!rights(0666, 0777));
        QVERIFY(rights(0444, 0777));
        QVERIFY(rights(0666, 0555)); // SQLite can't make its files beside it
        fs::permissions(at(""), fs::perms(0777));
        for (const char* log : {"runs-wal", "runs-shm"}) {
            std::ofstream(at(log)) << "x";
            fs::permissions(at(log), fs::perms(0666));
        }
        QVERIFY(!rights(0666, 0555)); // they are there already
    }

    void anOlderStoreIsReadAsANewOneAndStays() {
        { Store(at("runs")).createRun({}); }
        SQLite::Database(at("runs").string(), SQLite::OPEN_READWRITE)
            .exec("PRAGMA journal_mode = DELETE; " + oldSnapshotTable +
                  "DROP TABLE run_clock; DROP TABLE measurement; DROP TABLE sweep; PRAGMA user_version = 1");
        const auto version = [&](SQLite::Database& file) { return file.execAndGet("PRAGMA user_version").getInt(); };
        const auto opened = detail::openReadOnly(at("runs"), 0.2);
        QVERIFY(version(*opened) > 1 && opened->tableExists("sweep"));
        QCOMPARE(opened->execAndGet("SELECT count(*) FROM run").getInt(), 1);
        QVERIFY(opened->tryExec("DELETE FROM run") != 0); // nobody shall think that it was stored
        SQLite::Database file(at("runs").string());
        QCOMPARE(version(file), 1);
    }
};

QTEST_GUILESS_MAIN(ReadOnlyTest)
#include "read_only_test.moc"
