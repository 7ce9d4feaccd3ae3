#include "core/error.h"
#include "engine/store/old_snapshots.h"
#include "engine/store/sweep_records.h"
#include "message_of.h"
#include "store/run_folder.h"
#include "store/store.h"
#include "store/store_path.h"

#include <QTemporaryDir>
#include <QtTest>
#include <SQLiteCpp/SQLiteCpp.h>
#include <csignal>
#include <fstream>
#include <functional>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace headlight;
namespace fs = std::filesystem;

namespace {

std::string contentOf(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

void put(const fs::path& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
}

pid_t inChild(const std::function<void()>& work) {
    const pid_t child = ::fork();
    if (child == 0) {
        try {
            work();
        } catch (...) {
            ::_exit(1);
        }
        ::_exit(0);
    }
    return child;
}

int resultOf(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// As somebody who may not write into a folder; root may, so it becomes somebody else. The result of the work, or −1.
int whereOnlyReadingIsAllowed(const fs::path& folder, const std::function<int()>& work) {
    fs::permissions(folder, fs::perms(0555));
    const pid_t child = ::fork();
    if (child == 0) {
        constexpr uid_t nobody = 65534;
        if (::geteuid() == 0 && ::setuid(nobody) != 0)
            ::_exit(100);
        try {
            ::_exit(work());
        } catch (const std::exception& error) {
            qWarning("%s", error.what());
            ::_exit(101);
        }
    }
    const int result = resultOf(child);
    fs::permissions(folder, fs::perms(0755));
    return result;
}

std::vector<MetricPoint> batch(const std::string& name, int number, int size) {
    std::vector<MetricPoint> points;
    for (int i = 0; i < size; ++i)
        points.push_back({name, std::int64_t(number) * size + i, double(number), double(i), double(i)});
    return points;
}

} // namespace

class StoreFilesTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path at(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }

    std::size_t filesInFolder() const {
        return std::size_t(std::distance(fs::directory_iterator(at("")), fs::directory_iterator()));
    }

    void makeStore(const fs::path& path) {
        Store store(path);
        const RunId id = store.createRun({});
        for (int i = 0; i < 20; ++i)
            store.addMetrics(id, batch("train.loss", i, 500));
    }

    /// Refused with this message, not a byte changed, no file made beside it.
    void verifyRefused(const fs::path& path, const char* message) {
        const std::string before = contentOf(path);
        const std::size_t files = filesInFolder();
        const QString got = messageOf([&] { Store store(path, 0.2); });
        QVERIFY2(got.startsWith(QString::fromStdString(path.string())) && got.contains(message), qPrintable(got));
        QVERIFY(contentOf(path) == before);
        QCOMPARE(filesInFolder(), files);
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void closedStoreIsOneFile() {
        makeStore(at("runs.sqlite"));
        QCOMPARE(filesInFolder(), std::size_t(1));
        put(at("empty"), ""); // as left by a program killed at the very start
        makeStore(at("empty"));
        makeStore(at("odd ?#%41 name"));
        QCOMPARE(filesInFolder(), std::size_t(3));
        QCOMPARE(Store(at("odd ?#%41 name")).runs().size(), std::size_t(1));
    }

    void emptyFileBesideALogIsNotTakenForANewStore() {
        put(at("runs"), "");
        put(at("runs-wal"), std::string(4096, 'x'));
        verifyRefused(at("runs"), "it is empty, and its last changes are in a file of the same name ending in -wal");
        QCOMPARE(contentOf(at("runs-wal")).size(), std::size_t(4096));
    }

    void foreignFiles() {
        put(at("text"), std::string(5000, 'x'));
        verifyRefused(at("text"), "no SQLite file");
        put(at("short"), "hello");
        verifyRefused(at("short"), "no SQLite file");
        SQLite::Database(at("other").string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
            .exec("CREATE TABLE run (id INTEGER)");
        verifyRefused(at("other"), "of another program");
        SQLite::Database(at("wal").string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
            .exec("PRAGMA journal_mode = WAL; CREATE TABLE t (id INTEGER)");
        verifyRefused(at("wal"), "of another program");
        QVERIFY(messageOf([&] { Store store(at("")); }).contains("this is a folder"));
        QVERIFY(messageOf([&] { Store store("/dev/null"); }).contains("no ordinary file"));
        QVERIFY(messageOf([&] { Store store(at("text/runs.sqlite")); }).contains("folder for the run store"));
    }

    void newerStore() {
        makeStore(at("runs"));
        SQLite::Database(at("runs").string(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 99");
        verifyRefused(at("runs"), "written by a newer Headlight (store version 99");
    }

    void damagedStore() {
        makeStore(at("good"));
        const std::string good = contentOf(at("good"));
        put(at("cut"), good.substr(0, good.size() / 2));
        verifyRefused(at("cut"), "damaged");
        put(at("head"), good.substr(0, 50));
        verifyRefused(at("head"), "left as it is");
        std::string hole = good;
        hole.replace(hole.size() / 2 / 4096 * 4096, 4096, 4096, '\xff');
        put(at("hole"), hole);
        verifyRefused(at("hole"), "the run store is damaged: a part of the file is not what was written there. It was "
                                  "left as it is. Put a copy in its place");
        fs::copy(at("good"), at("changed"));
        SQLite::Database(at("changed").string(), SQLite::OPEN_READWRITE).exec("DROP TABLE evaluation");
        verifyRefused(at("changed"), "\"evaluation\" is missing");
        put(at("zeros"), std::string(8192, '\0'));
        verifyRefused(at("zeros"), "left as it is");
    }

    void whatNoProgramHasMadeIsRefused_data() {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* change, const char* message) {
            QTest::newRow(message) << QString(change) << QString(message);
        };
        row("CREATE TRIGGER t AFTER UPDATE ON run BEGIN DELETE FROM run WHERE id <> new.id; END",
            "has the trigger \"t\"");
        row("CREATE VIEW v AS SELECT * FROM absent", "has the view \"v\"");
        row("CREATE TABLE other (id INTEGER)", "has the table \"other\"");
        row("CREATE UNIQUE INDEX one_name ON run (name)", "has the index \"one_name\"");
        row("ALTER TABLE run_tag ADD COLUMN more TEXT", "\"run_tag\" is missing in it or was changed");
        row("DROP INDEX evaluation_of_run", "\"evaluation_of_run\" is missing in it or was changed");
        row("PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'REAL NOT NULL', 'REAL') WHERE "
            "name = 'run'",
            "\"run\" is missing in it or was changed");
    }
    void whatNoProgramHasMadeIsRefused() {
        QFETCH(QString, change);
        QFETCH(QString, message);
        makeStore(at("runs"));
        SQLite::Database(at("runs").string(), SQLite::OPEN_READWRITE).exec(change.toStdString());
        verifyRefused(at("runs"), message.toUtf8());
        put(at("runs-journal"), ""); // the file alone may not be the whole truth, but what is opened is looked at
        QVERIFY(messageOf([&] { Store store(at("runs"), 0.2); }).contains(message));
    }

    void statisticsAreNoDamage() {
        makeStore(at("runs"));
        SQLite::Database(at("runs").string(), SQLite::OPEN_READWRITE).exec("ANALYZE");
        QCOMPARE(Store(at("runs")).runs().size(), std::size_t(1));
    }

    void onlyFilesMayStandBesideAStore_data() {
        QTest::addColumn<QString>("suffix");
        for (const char* suffix : {"-journal", "-wal", "-shm"})
            QTest::newRow(suffix) << QString(suffix);
    }
    /// SQLite opens what has the name of its log, and to open a pipe waits for whoever is at its other end.
    void onlyFilesMayStandBesideAStore() {
        QFETCH(QString, suffix);
        makeStore(at("runs"));
        fs::create_directory(at("links"));
        fs::create_symlink(at("runs"), at("links/runs")); // SQLite follows it before it adds the suffix
        const fs::path beside = at("runs").string() + suffix.toStdString();
        const auto refusal = [&](const fs::path& store, const char* kind) {
            return resultOf(inChild([&] {
                ::alarm(20);
                const QString got = messageOf([&] { Store opened(store, 0.2); });
                if (!got.startsWith(QString::fromStdString(store.string()) + ": the run store can't be opened: runs" +
                                    suffix + " beside it is " + kind))
                    ::_exit(2);
            }));
        };
        QCOMPARE(::mkfifo(beside.c_str(), 0600), 0);
        QCOMPARE(refusal(at("runs"), "a pipe"), 0);
        QCOMPARE(refusal(at("links/runs"), "a pipe"), 0);
        fs::remove(beside);
        fs::create_directory(beside);
        QCOMPARE(refusal(at("runs"), "a folder"), 0);
        fs::remove(beside);
        fs::create_symlink("/dev/zero", beside);
        QCOMPARE(refusal(at("runs"), "a device"), 0);
        fs::remove(at("runs"));
        QCOMPARE(refusal(at("runs"), "a device"), 0); // of a store that is to be made
    }

    void randomDamageNeverCrashes() {
        makeStore(at("good"));
        const std::string good = contentOf(at("good"));
        int refused = 0;
        for (std::size_t i = 0; i < 120; ++i) {
            std::string damaged = good;
            for (std::size_t k = 0; k < 40; ++k) // whole stretches, from the header to the last page
                damaged[(i * 7919 * 131 + k * 3) % damaged.size()] ^= char(1 + (i * 37 + k) % 255);
            put(at("damaged"), damaged);
            refused += !messageOf([&] {
                            Store store(at("damaged"));
                            store.runs();
                            store.metric(1, "train.loss");
                        }).isEmpty();
            for (const char* name : {"damaged", "damaged-wal", "damaged-shm"})
                fs::remove(at(name));
        }
        QVERIFY(refused > 0);
    }

    void lockedStore() {
        makeStore(at("runs"));
        Store store(at("runs"), 0.2);
        SQLite::Database other(at("runs").string(), SQLite::OPEN_READWRITE);
        other.exec("BEGIN IMMEDIATE");
        QVERIFY(messageOf([&] { store.createRun({}); }).contains("locked for more than 0.2 s"));
        QCOMPARE(store.runs().size(), std::size_t(1)); // reading goes on
        other.exec("ROLLBACK");
        store.createRun({});
        QCOMPARE(store.runs().size(), std::size_t(2));
    }

    void exclusivelyLockedStore() {
        makeStore(at("runs"));
        SQLite::Database other(at("runs").string(), SQLite::OPEN_READWRITE);
        other.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT");
        QVERIFY(messageOf([&] { Store store(at("runs"), 0.2); }).contains("locked for more than 0.2 s"));
    }

    void storeThatMayOnlyBeRead() {
        fs::permissions(at(""), fs::perms(0755));
        fs::create_directory(at("closed"));
        makeStore(at("closed/runs"));
        fs::copy(at("closed/runs"), at("closed/old"));
        SQLite::Database(at("closed/old").string(), SQLite::OPEN_READWRITE)
            .exec(oldSnapshotTable +
                  "DROP TABLE run_clock; DROP TABLE measurement; DROP TABLE sweep; PRAGMA user_version = 1");
        const std::string before = contentOf(at("closed/old"));
        for (const char* name : {"closed/runs", "closed/old"})
            QCOMPARE(whereOnlyReadingIsAllowed(at("closed"),
                                               [&] {
                                                   Store store(at(name), 0.2);
                                                   if (store.runs().size() != 1 || !store.sweeps().empty())
                                                       return 1;
                                                   if (store.metric(1, "train.loss").size() != 10000)
                                                       return 2;
                                                   const QString refused =
                                                       messageOf([&] { store.setName(1, "other"); });
                                                   if (!refused.contains("may only be read"))
                                                       return 3;
                                                   return store.run(1).name.empty() ? 0 : 4;
                                               }),
                     0);
        QVERIFY(contentOf(at("closed/old")) == before);
        QCOMPARE(Store(at("closed/runs")).run(1).name, std::string()); // may be written again
    }

    void logThatMayOnlyBeRead() {
        fs::permissions(at(""), fs::perms(0755));
        fs::create_directory(at("closed"));
        makeStore(at("runs"));
        {
            Store store(at("runs"));
            store.setName(1, "in the log");
            for (const char* suffix : {"", "-wal", "-shm"})
                fs::copy(at("runs").string() + suffix, at("closed/runs").string() + suffix);
        }
        const auto name = [&] { return QString::fromStdString(Store(at("closed/runs"), 0.2).run(1).name); };
        QCOMPARE(whereOnlyReadingIsAllowed(at("closed"), [&] { return name() == "in the log" ? 0 : 1; }), 0);
        fs::remove(at("closed/runs-shm")); // without it SQLite can't read the log; the file alone would be out of date
        QCOMPARE(whereOnlyReadingIsAllowed(at("closed"),
                                           [&] { return messageOf([&] { name(); }).contains("runs-wal") ? 0 : 1; }),
                 0);
    }

    void twoProcessesAndThreadsLoseNothing() {
        const auto work = [this](const std::string& name) {
            Store store(at("runs"), 30); // all of them create it at once
            const RunId id = store.createRun({});
            for (int i = 0; i < 40; ++i)
                store.addMetrics(id, batch(name, i, 50));
        };
        const pid_t first = inChild([&] { work("first"); }), second = inChild([&] { work("second"); });
        std::thread a([&] { work("a"); }), b([&] { work("b"); });
        a.join();
        b.join();
        QCOMPARE(resultOf(first), 0);
        QCOMPARE(resultOf(second), 0);
        const auto runs = Store(at("runs")).runs();
        QCOMPARE(runs.size(), std::size_t(4));
        for (const RunSummary& run : runs) {
            QCOMPARE(run.metrics.size(), std::size_t(1));
            QCOMPARE(run.metrics[0].count, std::int64_t(2000));
            QCOMPARE(Store(at("runs")).metric(run.run.id, run.metrics[0].name).size(), std::size_t(2000));
        }
    }

    void killedWriterLeavesWholeBatches() {
        makeStore(at("runs"));
        Store reader(at("runs"));
        const pid_t child = inChild([&] {
            Store store(at("runs"));
            const RunId id = store.createRun({});
            for (int i = 0;; ++i)
                store.addMetrics(id, batch("loss", i, 300));
        });
        QTRY_VERIFY(reader.runs().size() == 2 && reader.runs()[1].metrics.size() == 1 &&
                    reader.runs()[1].metrics[0].count > 3000);
        ::kill(child, SIGKILL);
        QCOMPARE(resultOf(child), -SIGKILL);
        Store store(at("runs"));
        const auto points = store.metric(2, "loss");
        QVERIFY(points.size() > 3000);
        QCOMPARE(points.size() % 300, std::size_t(0));
        QCOMPARE(store.summary(2).metrics[0].count, std::int64_t(points.size()));
        store.addMetrics(2, batch("loss", 1000000, 10));
    }

    void fullDiskStoresNothingOfABatch() {
        makeStore(at("runs"));
        const pid_t child = inChild([&] {
            Store store(at("runs"));
            ::signal(SIGXFSZ, SIG_IGN);
            const auto size = rlim_t(fs::file_size(at("runs"))) + 65536; // files may not grow beyond this
            const rlimit limit{size, size};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            if (messageOf([&] { store.addMetrics(1, batch("large", 1, 100000)); }).isEmpty())
                ::_exit(2);
            if (!store.metric(1, "large").empty() || store.summary(1).metrics.size() != 1)
                ::_exit(3);
        });
        QCOMPARE(resultOf(child), 0);
        Store store(at("runs"));
        QCOMPARE(store.summary(1).metrics.size(), std::size_t(1));
        QVERIFY(store.metric(1, "large").empty());
    }

    void aFullDiskIsRead() {
        makeStore(at("runs"));
        const pid_t child = inChild([&] {
            ::signal(SIGXFSZ, SIG_IGN);
            const rlimit limit{0, 0}; // SQLite's files beside the store can't be made
            ::setrlimit(RLIMIT_FSIZE, &limit);
            for (int time = 0; time < 2; ++time) { // also beside what the first time has left
                Store store(at("runs"));
                if (store.runs().size() != 1 || store.metric(1, "train.loss").empty())
                    ::_exit(2);
                const std::string refusal = store.refusal();
                if (refusal.find("the disk may be full") == std::string::npos)
                    ::_exit(3);
                if (messageOf([&] { store.setName(1, "x"); }) != QString::fromStdString(refusal))
                    ::_exit(4);
            }
        });
        QCOMPARE(resultOf(child), 0);
        Store store(at("runs"));
        QCOMPARE(store.refusal(), std::string());
        store.setName(1, "x");
    }

    void runOfADeadProcessIsInterrupted() {
        NewRun first, second;
        first.checkpoint = at("1").string();
        second.checkpoint = at("2").string();
        QCOMPARE(resultOf(inChild([&] {
                     Store(at("runs")).createRun(first);
                     const auto folder = ClaimedFolder::claim(at("1"));
                     ::_exit(folder ? 0 : 1); // as one that is killed: what it has stays
                 })),
                 0);
        QVERIFY(fs::exists(at("1") / ".claim"));
        Store store(at("runs"));
        store.createRun(second);
        auto own = ClaimedFolder::claim(at("2"));
        QVERIFY(own);
        const auto growSilent = [&] {
            SQLite::Database(at("runs").string(), SQLite::OPEN_READWRITE).exec("UPDATE run SET updated = updated - 60");
        };
        QCOMPARE(store.run(1).status, RunStatus::Running); // only just heard of
        growSilent();
        QCOMPARE(store.run(1).status, RunStatus::Interrupted);
        QCOMPARE(store.run(2).status, RunStatus::Running);
        store.heartbeat(1); // of a program on another machine, say
        QCOMPARE(store.run(1).status, RunStatus::Running);
        growSilent();
        store.setStatus(1, RunStatus::Paused); // resumed here
        auto resumed = ClaimedFolder::claimAgain(at("1"));
        QVERIFY(resumed);
        own.reset();
        growSilent();
        QCOMPARE(store.run(1).status, RunStatus::Paused);
        QCOMPARE(store.run(2).status, RunStatus::Interrupted); // this process lives, but works at it no more
        resumed.reset();
        QCOMPARE(store.run(1).status, RunStatus::Interrupted);
        store.setStatus(1, RunStatus::Finished);
        QCOMPARE(store.run(1).status, RunStatus::Finished);
    }

    /// Whose rows name a process, and whose new runs have the same lease: that of their folder.
    void aRunOfAnEarlierVersionGoesOnWhileItDoes() {
        NewRun row;
        row.checkpoint = at("old").string();
        Store store(at("runs"));
        const RunId id = store.createRun(row);
        const auto program = ClaimedFolder::claim(at("old"));
        SQLite::Database(at("runs").string(), SQLite::OPEN_READWRITE)
            .exec("UPDATE run SET pid = 1, process_started = 2, boot = 'x', updated = updated - 60");
        QCOMPARE(store.run(id).status, RunStatus::Running);
        QVERIFY(!ClaimedFolder::claimAgain(at("old")));
    }

    void pathRule() {
        const QByteArray store = qgetenv("HEADLIGHT_STORE"), data = qgetenv("XDG_DATA_HOME"), home = qgetenv("HOME");
        qputenv("HOME", "/home/ada");
        qputenv("XDG_DATA_HOME", "/data");
        qputenv("HEADLIGHT_STORE", "/x/y.sqlite");
        QCOMPARE(storePath("z.sqlite"), fs::path("z.sqlite"));
        QCOMPARE(storePath(), fs::path("/x/y.sqlite"));
        qunsetenv("HEADLIGHT_STORE");
        QCOMPARE(storePath(), fs::path("/data/headlight/runs.sqlite"));
        qputenv("XDG_DATA_HOME", "relative");
        QCOMPARE(storePath(), fs::path("/home/ada/.local/share/headlight/runs.sqlite"));
        qputenv("HOME", home);
        qputenv("XDG_DATA_HOME", data);
        if (!store.isEmpty())
            qputenv("HEADLIGHT_STORE", store);
    }
};

QTEST_GUILESS_MAIN(StoreFilesTest)
#include "store_files_test.moc"
