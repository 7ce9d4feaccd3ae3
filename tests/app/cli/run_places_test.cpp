#include "cli/open_store.h"
#include "cli/run_places.h"
#include "message_of.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

namespace headlight {

namespace fs = std::filesystem;

/// What is asked of the store and the run's folder before a corpus is read.
class RunPlacesTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void askingMakesNothing();
    void anExistingStoreStays();
    void aPlaceWhereNoStoreCanBeIsNamed();
    void whereOnlyReadingIsAllowedIsTold();
    void aFolderForARun();
    void lookingNeedsAStore();
    void aClosedFolderIsTold();

private:
    fs::path at(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void RunPlacesTest::askingMakesNothing() {
    checkStoreForTraining(at("runs.sqlite"));
    checkStoreForTraining(at("new/and/deep/runs.sqlite"));
    checkRunFolder(at("run"));
    checkRunFolder(at("new/and/deep/run"));
    QVERIFY(fs::is_empty(at("")));
}

void RunPlacesTest::anExistingStoreStays() {
    { Store(at("runs.sqlite")).createRun({}); }
    checkStoreForTraining(at("runs.sqlite"));
    QCOMPARE(Store(at("runs.sqlite")).runs().size(), std::size_t(1));
    std::ofstream(at("empty.sqlite")).flush(); // left where the disk was full
    checkStoreForTraining(at("empty.sqlite"));
    QCOMPARE(fs::file_size(at("empty.sqlite")), std::uintmax_t(0)); // until there is a run
}

void RunPlacesTest::aPlaceWhereNoStoreCanBeIsNamed() {
    std::ofstream(at("letter")) << "dear aunt, this is a letter and no store of runs, as you will see at once";
    const auto message = [this](const char* name) { return messageOf([&] { checkStoreForTraining(at(name)); }); };
    QVERIFY2(message("letter").contains("no run store"), qPrintable(message("letter")));
    QVERIFY2(message("letter/runs.sqlite").contains("folder for the run store"),
             qPrintable(message("letter/runs.sqlite")));
    QVERIFY2(message("").contains("this is a folder"), qPrintable(message("")));
    QVERIFY(fs::file_size(at("letter")) > 60);
}

void RunPlacesTest::whereOnlyReadingIsAllowedIsTold() {
    { Store(at("runs.sqlite")).createRun({}); }
    fs::permissions(at(""), fs::perms(0555));
    const pid_t child = ::fork(); // root may write anywhere, so it becomes somebody else
    if (child == 0) {
        constexpr uid_t nobody = 65534;
        const bool bound = ::geteuid() != 0 || ::setuid(nobody) == 0;
        const QString store = messageOf([this] { checkStoreForTraining(at("runs.sqlite")); }),
                      fresh = messageOf([this] { checkStoreForTraining(at("new.sqlite")); }),
                      folder = messageOf([this] { checkRunFolder(at("run")); });
        ::_exit(!bound                                                                                ? 1
                : !store.contains("may only be read")                                                 ? 2
                : !fresh.contains("cannot be opened or created")                                      ? 3
                : !folder.contains("run: can't be the folder of the run: nothing may be written in ") ? 4
                                                                                                      : 0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    fs::permissions(at(""), fs::perms(0755));
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 0);
}

void RunPlacesTest::aFolderForARun() {
    std::ofstream(at("file")) << "x";
    fs::create_directory(at("folder"));
    QCOMPARE(messageOf([this] { checkRunFolder(at("folder")); }), QString());
    QVERIFY(messageOf([this] { checkRunFolder(at("file/run")); }).endsWith("file is a file"));
}

void RunPlacesTest::lookingNeedsAStore() {
    const std::string path = at("runs.sqlite").string();
    QVERIFY(messageOf([&] { openStore(path); }).contains("there is no run store yet"));
    QVERIFY(!fs::exists(path));
    { Store(path).createRun({}); }
    QCOMPARE(openStore(path).runs().size(), std::size_t(1));
}

void RunPlacesTest::aClosedFolderIsTold() {
    fs::create_directory(at("closed"));
    fs::permissions(at("closed"), fs::perms(0));
    const pid_t child = ::fork(); // root may look anywhere, so it becomes somebody else
    if (child == 0) {
        constexpr uid_t nobody = 65534;
        const bool bound = ::geteuid() != 0 || ::setuid(nobody) == 0;
        const std::string path = at("closed/runs.sqlite").string();
        const bool told = mayBeStore(path) && messageOf([&] { openStore(path); }).contains("is closed to you") &&
                          messageOf([&] { checkStoreForTraining(path); }).contains("is closed to you");
        ::_exit(bound && told ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    fs::permissions(at("closed"), fs::perms(0755));
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 0);
}

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::RunPlacesTest)
#include "run_places_test.moc"
