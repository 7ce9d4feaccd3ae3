#include "message_of.h"
#include "store/run_folder.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

using namespace headlight;
namespace fs = std::filesystem;

class RunFolderTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path at(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

private slots:
    void aFolderWithoutModelsIsFree() {
        QVERIFY(!holdsRun(at("missing")));
        fs::create_directories(at("other/notes"));
        std::ofstream(at("other/best.txt")) << "mine";
        QVERIFY(!holdsRun(at("other")));
        for (const char* folder : {"missing", "other"})
            QCOMPARE(messageOf([&] { checkFreeForRun(at(folder)); }), QString());
    }

    void anyPartOfARunMakesItTaken_data() {
        QTest::addColumn<QString>("part");
        for (const char* part : {"resume", "best", "last"}) // a run that was killed early has the first one only
            QTest::newRow(part) << QString(part);
    }
    void anyPartOfARunMakesItTaken() {
        QFETCH(QString, part);
        const fs::path run = at(qPrintable("run-" + part));
        fs::create_directories(run / part.toStdString());
        QVERIFY(holdsRun(run));
        QCOMPARE(messageOf([&] { checkFreeForRun(run); }),
                 QString::fromStdString(run.string()) + ": holds the models of another run: name another folder");
    }

    void aClaimedFolderIsNoOtherRuns() {
        const fs::path folder = at("deep/claimed");
        {
            const auto first = ClaimedFolder::claim(folder);
            QVERIFY(first);
            QCOMPARE(first->path(), folder);
            QVERIFY(!ClaimedFolder::claim(folder));
            QVERIFY(fs::exists(folder)); // the loser leaves the winner's folder alone
        }
        QVERIFY(!fs::exists(folder)); // nothing was put into it
        const auto next = ClaimedFolder::claim(folder);
        QVERIFY(next);
        fs::create_directories(folder / "resume");
    }

    void aRunThatHasEndedKeepsItsFolder() {
        const fs::path folder = at("ended");
        {
            const auto run = ClaimedFolder::claim(folder);
            fs::create_directories(folder / "last");
        }
        QVERIFY(!ClaimedFolder::claim(folder));
        QVERIFY(fs::exists(folder / "last"));
    }

    void aFolderThatWasThereStays() {
        fs::create_directories(at("own"));
        QVERIFY(ClaimedFolder::claim(at("own")));
        QVERIFY(fs::exists(at("own")));
    }

    void whereNoFolderCanBe() {
        std::ofstream(at("file")) << "text";
        QVERIFY(messageOf([&] { ClaimedFolder::claim(at("file/run")); }).contains("can't make the folder of the run"));
    }
};

QTEST_GUILESS_MAIN(RunFolderTest)
#include "run_folder_test.moc"
