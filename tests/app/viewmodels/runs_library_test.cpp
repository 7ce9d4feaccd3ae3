#include "store/store.h"
#include "viewmodels/runs_curves.h"
#include "viewmodels/runs_library.h"
#include "viewmodels/runs_load.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace headlight;

class RunsLibraryTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath("runs.sqlite");
        Store store(m_path.toStdString());
        for (int seed = 1; seed <= 3; ++seed) {
            NewRun run;
            run.name = "run " + std::to_string(seed);
            run.model = "mtsa";
            run.datasetName = "trec";
            run.datasetSpec = "data/trec";
            run.configuration = R"({"encoder_options":{"heads":2,"masks":"fw, bw"},"train":{"seed":)" +
                                std::to_string(seed) + R"(,"learning_rate":0.5,"x":true},"probes":["a"]})";
            const RunId id = store.createRun(run);
            store.addMetrics(id, {{"train.loss", 1, .5, 1, 2},
                                  {"train.loss", 2, 1, 2.5, 1.5},
                                  {"dev.accuracy", 2, 1, 2.5, .8},
                                  {"best.accuracy", 2, 1, 2.5, .75},
                                  {"test.accuracy", 2, 1, 2.5, .75},
                                  {"run.seconds", 2, 1, 2.5, 2.5},
                                  {"run.epochs", 2, 1, 2.5, 1}});
            store.setStatus(id, seed == 3 ? RunStatus::Failed : RunStatus::Finished, seed == 3 ? "no disk" : "");
        }
    }

    void aStoredRunIsARow() {
        const QList<RunEntry> runs = loadRuns(m_path);
        QCOMPARE(runs.size(), 3);
        const RunEntry& run = runs[2];
        QCOMPARE(run.name, QStringLiteral("run 3"));
        QCOMPARE(run.status, QStringLiteral("failed"));
        QCOMPARE(run.message, QStringLiteral("no disk"));
        QCOMPARE(run.reached["accuracy"].best, .75);
        QCOMPARE(run.reached["accuracy"].dev, .8);
        QCOMPARE(run.loss, 1.5);
        QCOMPARE(run.seconds, 2.5);
        QCOMPARE(run.options.value("masks").toString(), QStringLiteral("fw, bw"));
        QCOMPARE(run.options.value("seed").toInt(), 3);
        QCOMPARE(run.options.value("x").toString(), QStringLiteral("true"));
        QVERIFY(run.metrics.contains("dev.accuracy"));
        QVERIFY(canResume(run) && !canResume(runs[0]));
        QVERIFY(loadRuns(m_folder->filePath("none.sqlite")).isEmpty());
        QVERIFY(!QFile::exists(m_folder->filePath("none.sqlite")));
    }

    void aRunWhoseProgramDiedIsSeenToBeInterrupted() {
        const pid_t child = fork();
        if (child == 0) {
            Store(m_path.toStdString()).createRun({});
            _exit(0);
        }
        QVERIFY(child > 0);
        QCOMPARE(waitpid(child, nullptr, 0), child);
        Jobs jobs;
        RunsLibrary library(jobs);
        library.setStore(m_path);
        library.setWatching(true);
        const auto status = [&] { return library.model().find(4) ? library.model().find(4)->status : QString(); };
        QTRY_COMPARE_WITH_TIMEOUT(status(), QStringLiteral("running"), 9000);
        QTRY_COMPARE_WITH_TIMEOUT(status(), QStringLiteral("interrupted"), 30000); // nothing is written meanwhile
    }

    void runsOnAFullDiskAreShownAndItIsSaid() {
        ::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        ::getrlimit(RLIMIT_FSIZE, &before);
        const rlimit full{0, before.rlim_max}; // SQLite's files beside the store can't be made
        ::setrlimit(RLIMIT_FSIZE, &full);
        Jobs jobs;
        RunsLibrary library(jobs);
        QSignalSpy failed(&library, &RunsLibrary::failed);
        QSignalSpy worked(&library, &RunsLibrary::worked);
        library.setStore(m_path);
        QTRY_COMPARE(failed.size(), 1);
        QCOMPARE(library.model().rowCount(), 3);
        QVERIFY2(failed[0][0].toString().contains("disk may be full"), qPrintable(failed[0][0].toString()));
        library.reload();
        QSignalSpy loaded(&library, &RunsLibrary::loaded);
        QTRY_COMPARE(loaded.size(), 1);
        QCOMPARE(failed.size(), 1); // once
        library.edit({{1}, "name", "the good one"});
        QTRY_COMPARE(failed.size(), 2);
        QCOMPARE(worked.size(), 0);
        ::setrlimit(RLIMIT_FSIZE, &before);
        library.edit({{1}, "name", "the good one"});
        QTRY_COMPARE(library.model().find(1)->name, QStringLiteral("the good one"));
        QVERIFY(worked.size() > 0);
    }

    void roomOnAFullDiskIsNoticed() {
        ::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        ::getrlimit(RLIMIT_FSIZE, &before);
        const rlimit full{0, before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &full);
        Jobs jobs;
        RunsLibrary library(jobs);
        QSignalSpy failed(&library, &RunsLibrary::failed), worked(&library, &RunsLibrary::worked);
        library.setStore(m_path);
        library.setWatching(true);
        QTRY_COMPARE(failed.size(), 1);
        ::setrlimit(RLIMIT_FSIZE, &before);
        QTRY_COMPARE_WITH_TIMEOUT(worked.size(), 1, 20000); // nobody writes to the store
        QCOMPARE(failed.size(), 1);
    }

    void nothingIsWrittenInPlaceOfAStoreThatIsGone() {
        Jobs jobs;
        RunsLibrary library(jobs);
        QSignalSpy failed(&library, &RunsLibrary::failed);
        library.setStore(m_path);
        QTRY_COMPARE(library.model().rowCount(), 3);
        QVERIFY(QFile::remove(m_path));
        library.edit({{1}, "name", "the good one"});
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY2(failed[0][0].toString().contains("gone"), qPrintable(failed[0][0].toString()));
        QVERIFY(!QFile::exists(m_path));
        library.reload();
        QTRY_VERIFY(library.loss().contains(m_path));
        QCOMPARE(library.model().rowCount(), 0);
    }

    void anotherStoreInThePlaceTakesNoChangeThatWasMeantForTheFirst() {
        Jobs jobs;
        RunsLibrary library(jobs);
        QSignalSpy failed(&library, &RunsLibrary::failed);
        library.setStore(m_path);
        QTRY_COMPARE(library.model().rowCount(), 3);
        library.edit({{1}, "name", "the good one"});
        QTRY_COMPARE(library.model().find(1)->name, QStringLiteral("the good one"));
        library.edit({{1}, "tags", "paper"});
        QTRY_COMPARE(library.model().find(1)->tags, QStringList({"paper"}));
        for (const char* end : {"", "-wal", "-shm"})
            QFile::rename(m_path + QLatin1String(end), m_path + QStringLiteral(".moved") + QLatin1String(end));
        NewRun run;
        run.name = "of the new store";
        Store store(m_path.toStdString());
        store.createRun(run);
        library.undo(); // before the new one was seen
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY2(failed[0][0].toString().contains("another run store"), qPrintable(failed[0][0].toString()));
        library.edit({{1}, "notes", "mine"});
        QTRY_COMPARE(failed.size(), 2);
        QVERIFY(!library.undoTitle().isEmpty());
        QSignalSpy offers(&library, &RunsLibrary::undoChanged);
        library.reload();
        QTRY_COMPARE(library.model().rowCount(), 1);
        QVERIFY(library.undoTitle().isEmpty());
        QVERIFY(library.redoTitle().isEmpty());
        QVERIFY(!offers.isEmpty());
        QCOMPARE(library.model().find(1)->name, QStringLiteral("of the new store"));
        QVERIFY(library.model().find(1)->notes.isEmpty());
        library.edit({{1}, "name", "the next one"}); // it is this one's now
        QTRY_COMPARE(library.model().find(1)->name, QStringLiteral("the next one"));
        QVERIFY(!library.undoTitle().isEmpty());
    }

    void changesAreWrittenAndUndone() {
        Jobs jobs;
        RunsLibrary library(jobs);
        QSignalSpy failed(&library, &RunsLibrary::failed);
        library.setStore(m_path);
        QTRY_COMPARE(library.model().rowCount(), 3);
        QVERIFY(library.undoTitle().isEmpty());
        library.edit({{1}, "name", "the good one"});
        QTRY_COMPARE(library.model().find(1)->name, QStringLiteral("the good one"));
        library.edit({{1}, "tags", "paper,  kept ,"});
        QTRY_COMPARE(library.model().find(1)->tags, QStringList({"kept", "paper"}));
        library.remove({1, 2});
        QTRY_COMPARE(library.model().rowCount(), 1);
        QCOMPARE(library.undoTitle(), QStringLiteral("Delete 2 runs"));
        library.undo();
        QTRY_COMPARE(library.model().rowCount(), 3);
        library.redo();
        QTRY_COMPARE(library.model().rowCount(), 1);
        library.undo();
        QTRY_COMPARE(library.model().rowCount(), 3);
        library.undo();
        QTRY_VERIFY(library.model().find(1)->tags.isEmpty());
        library.undo();
        QTRY_COMPARE(library.model().find(1)->name, QStringLiteral("run 1"));
        QVERIFY(library.undoTitle().isEmpty());
        QVERIFY(failed.isEmpty());
    }

    void severalRunsAreOneChange() {
        Jobs jobs;
        RunsLibrary library(jobs);
        library.setStore(m_path);
        QTRY_COMPARE(library.model().rowCount(), 3);
        library.edit({{1}, "tags", "old"});
        QTRY_COMPARE(library.model().find(1)->tags, QStringList({"old"}));
        library.edit({{1, 2, 3}, "tags", "paper"});
        QTRY_COMPARE(library.model().find(3)->tags, QStringList({"paper"}));
        QCOMPARE(library.undoTitle(), QStringLiteral("Change tags of 3 runs"));
        library.undo();
        QTRY_COMPARE(library.model().find(1)->tags, QStringList({"old"}));
        QVERIFY(library.model().find(3)->tags.isEmpty());
    }

    void anUndoThatTheStoreRefusesIsNotLost() {
        Jobs jobs;
        RunsLibrary library(jobs);
        QSignalSpy failed(&library, &RunsLibrary::failed);
        library.setStore(m_path);
        QTRY_COMPARE(library.model().rowCount(), 3);
        library.remove({1});
        QTRY_COMPARE(library.model().rowCount(), 2);
        library.undo();
        QTRY_COMPARE(library.model().rowCount(), 3);
        QCOMPARE(library.redoTitle(), QStringLiteral("Delete run 1"));
        Store store(m_path.toStdString());
        store.setStatus(1, RunStatus::Running); // resumed meanwhile
        library.redo();
        QTRY_COMPARE(failed.size(), 1);
        QCOMPARE(library.redoTitle(), QStringLiteral("Delete run 1"));
        store.setStatus(1, RunStatus::Stopped);
        library.redo();
        QTRY_COMPARE(library.model().rowCount(), 2);
        QCOMPARE(library.undoTitle(), QStringLiteral("Delete run 1"));
    }

    void anotherProgramsRunAppears() {
        Jobs jobs;
        RunsLibrary library(jobs);
        library.setStore(m_path);
        library.setWatching(true);
        QTRY_COMPARE(library.model().rowCount(), 3);
        NewRun run;
        run.name = "from elsewhere";
        Store(m_path.toStdString()).createRun(run);
        QTRY_COMPARE_WITH_TIMEOUT(library.model().rowCount(), 4, 10000);
    }

    void aForeignFileIsSaidOnce() {
        Jobs jobs;
        RunsLibrary library(jobs);
        QSignalSpy failed(&library, &RunsLibrary::failed);
        QFile file(m_folder->filePath("letter.txt"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("Dear reader, this is no store at all, and it has to stay as it is.");
        file.close();
        library.setWatching(true);
        library.setStore(file.fileName());
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(library.isLoaded());
        QCOMPARE(library.loss(), failed[0][0].toString());
        QTest::qWait(1300);
        QCOMPARE(failed.size(), 1);
    }

    void curvesAreReadWhenAskedFor() {
        Jobs jobs;
        RunsLibrary library(jobs);
        library.setStore(m_path);
        QTRY_COMPARE(library.model().rowCount(), 3);
        RunsCurves curves(jobs, library.model());
        curves.setStore(m_path);
        QSignalSpy loaded(&curves, &RunsCurves::loaded);
        curves.show({1, 3}, {"train.loss"});
        QVERIFY(!curves.find(1, "train.loss"));
        QTRY_COMPARE(loaded.size(), 1);
        const RunCurve* curve = curves.find(3, "train.loss");
        QVERIFY(curve);
        QCOMPARE(curve->values, QVector<double>({2, 1.5}));
        QCOMPARE(curve->steps, QVector<double>({1, 2}));
        QCOMPARE(curve->epochs, QVector<double>({.5, 1}));
        QVERIFY(!curves.find(2, "train.loss"));
        curves.show({1, 3}, {"train.loss"}); // all there
        QVERIFY(!curves.isBusy());
        Store(m_path.toStdString()).addMetrics(1, {{"train.loss", 3, 1.5, 4, 1.2}, {"run.seconds", 3, 1.5, 4, 4}});
        library.reload();
        QTRY_COMPARE(library.model().find(1)->seconds, 4.0);
        curves.follow();
        QTRY_COMPARE(curves.find(1, "train.loss")->values.size(), 3);
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

QTEST_GUILESS_MAIN(RunsLibraryTest)
#include "runs_library_test.moc"
