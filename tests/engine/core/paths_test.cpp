#include "core/paths.h"
#include "message_of.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace headlight;
namespace fs = std::filesystem;
using fs::file_type;

class PathsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path at(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }

private slots:
    void initTestCase() {
        std::ofstream(at("file")) << "text";
        QCOMPARE(::mkfifo(at("pipe").c_str(), 0600), 0);
        fs::create_symlink("loop", at("loop"));
        fs::create_symlink("pipe", at("link"));
        fs::create_symlink("nowhere", at("dangling"));
    }

    void tellsWhatIsThere() {
        QVERIFY(typeAt(at("file")) == file_type::regular);
        QVERIFY(typeAt(at("")) == file_type::directory);
        QVERIFY(typeAt(at("pipe")) == file_type::fifo && typeAt(at("link")) == file_type::fifo);
        QVERIFY(typeAt("/dev/null") == file_type::character);
        for (const char* missing : {"missing", "missing/deeper", "file/below", "dangling"})
            QVERIFY(!isThere(at(missing)));
        QVERIFY(!isThere(""));
        QCOMPARE(typeName(file_type::fifo), "a pipe");
        QCOMPARE(typeName(file_type::directory), "a folder");
    }

    void saysWhatIsWrongWithAPath_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("says");
        QTest::newRow("circle") << "loop"
                                << "/loop: its links lead in a circle";
        QTest::newRow("below a circle") << "loop/deeper"
                                        << "/loop/deeper: its links lead in a circle";
        QTest::newRow("long name") << QString(300, 'a') << "aaa: the name is too long";
        QTest::newRow("long path") << QString("a/").repeated(50000) << QString::fromUtf8("…: the name is too long");
        QTest::newRow("steering characters") << "\x1b[2J" + QString(300, 'a') << "/?[2Jaaa";
    }
    void saysWhatIsWrongWithAPath() {
        QFETCH(QString, name);
        QFETCH(QString, says);
        const QString message = messageOf([&] { isThere(at(name.toStdString())); });
        QVERIFY2(message.contains(says), qPrintable(message));
        QVERIFY2(message.size() < 1200, qPrintable(message));
    }

    void makesFolders() {
        QVERIFY(makeFolders(at("deep/er"), "the folder of the run"));
        QVERIFY(!makeFolders(at("deep/er"), "the folder of the run"));
        const auto refusal = [&](const std::string& name) {
            return messageOf([&] { makeFolders(at(name), "the folder of the run"); });
        };
        QVERIFY(refusal("file/run").contains("/file/run: can't make the folder of the run: a part of the path is a"));
        QVERIFY(refusal("loop/run").contains("can't make the folder of the run: its links lead in a circle"));
        QVERIFY(refusal(std::string(300, 'a')).contains("can't make the folder of the run: the name is too long"));
    }

    void aWorkingFolderThatIsGone() {
        QCOMPARE(wholePath("/a/b"), fs::path("/a/b"));
        QCOMPARE(wholePath(""), fs::path());
        const fs::path before = fs::current_path();
        fs::create_directory(at("short-lived"));
        fs::current_path(at("short-lived"));
        fs::remove(at("short-lived"));
        const QString message = messageOf([] { wholePath("corpus.txt"); });
        fs::current_path(before);
        QVERIFY2(message.startsWith("corpus.txt: the folder that this program was started in is gone"),
                 qPrintable(message));
        QCOMPARE(wholePath("corpus.txt"), before / "corpus.txt");
    }

    void whatTheLibraryThrowsIsToldToo() {
        try {
            QVERIFY(fs::file_size(at("loop")) == 0);
            QFAIL("nothing was thrown");
        } catch (const std::exception& failure) {
            QVERIFY(QString::fromStdString(reasonOf(failure))
                        .endsWith("/loop: its links lead in a circle; remove or "
                                  "mend them"));
        }
    }
};

QTEST_GUILESS_MAIN(PathsTest)
#include "paths_test.moc"
