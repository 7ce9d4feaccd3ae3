#include "datasets/local_server.h"

#include <QCryptographicHash>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

namespace {

struct Result {
    int code = -1;
    QString output;
    QString errors;
};

QByteArray fileOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// Runs a copy of datasets/get on a table of its own, against a server on this machine.
class GetTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    LocalServer m_server;
    QByteArray m_content;
    QString m_target;
    QString m_part;

    Result get(const QStringList& arguments, const QString& mirror = {}, const QString& searchPath = {}) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove("HEADLIGHT_MIRROR");
        environment.insert("no_proxy", "127.0.0.1");
        if (!mirror.isEmpty())
            environment.insert("HEADLIGHT_MIRROR", mirror);
        if (!searchPath.isEmpty())
            environment.insert("PATH", searchPath);
        process.setProcessEnvironment(environment);
        QSignalSpy finished(&process, &QProcess::finished);
        process.start("sh", QStringList{m_folder.filePath("get")} + arguments);
        if (!finished.wait(30000)) // the server answers meanwhile
            return {};
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }

    void writeTable(const QByteArray& content) {
        const QByteArray sum = QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex();
        QFile table(m_folder.filePath("corpora"));
        QVERIFY(table.open(QIODevice::WriteOnly));
        table.write("# a comment\ncorpus sample  A sample of two files\n");
        const auto row = [&](const char* file) {
            table.write("file  sample/" + QByteArray(file) + "  " + QByteArray::number(content.size()) + "  " + sum +
                        "  -  " + m_server.url().toUtf8() + "/upstream/" + file + "\n");
        };
        row("train.all");
        row("test.all");
        table.write("\ncorpus samples  Another whose name begins the same\nfile samples/x 1 0 - http://127.0.0.1/x\n");
    }

private slots:
    void initTestCase() {
        if (QStandardPaths::findExecutable("curl").isEmpty() && QStandardPaths::findExecutable("wget").isEmpty())
            QSKIP("neither curl nor wget is installed");
        QVERIFY(m_server.isListening());
        QVERIFY(QFile::copy(QStringLiteral(HEADLIGHT_SOURCE_DIR) + "/datasets/get", m_folder.filePath("get")));
        for (int line = 0; line < 40000; ++line)
            m_content += QByteArray::number(line % 6) + " What is question " + QByteArray::number(line) + " ?\n";
        m_target = m_folder.filePath("cache/sample/train.all");
        m_part = m_target + ".part";
    }

    void init() {
        QDir(m_folder.filePath("cache")).removeRecursively();
        m_server.requests.clear();
        m_server.ranges = true;
        m_server.failing = false;
        m_server.cutAfter = -1;
        m_server.files = {{"/upstream/train.all", m_content}, {"/upstream/test.all", m_content}};
        writeTable(m_content);
    }

    void fetchesVerifiesAndPrintsTheFolder() {
        const Result result = get({"sample"});
        QVERIFY2(result.code == 0, qPrintable(result.errors));
        QCOMPARE(result.output, m_folder.filePath("cache/sample") + "\n");
        QCOMPARE(fileOf(m_target), m_content);
        QCOMPARE(QDir(m_folder.filePath("cache/sample")).entryList(QDir::Files),
                 QStringList({"test.all", "train.all"}));
    }

    void explainsItself() {
        const Result help = get({"--help"});
        QCOMPARE(help.code, 0);
        QVERIFY2(help.output.startsWith("get NAME") && help.output.contains("get --list") &&
                     help.output.contains("HEADLIGHT_MIRROR") && !help.output.contains("set -eu"),
                 qPrintable(help.output));
    }

    void theSecondTimeNothingIsFetched() {
        QCOMPARE(get({"sample"}).code, 0);
        m_server.requests.clear();
        const Result again = get({"sample"});
        QCOMPARE(again.code, 0);
        QVERIFY(again.errors.contains("already here"));
        QVERIFY(m_server.requests.isEmpty());
    }

    void resumesAfterACut() {
        m_server.cutAfter = 300000;
        const Result cut = get({"sample"});
        QCOMPARE(cut.code, 1);
        QVERIFY2(cut.errors.contains("stopped after") && cut.errors.contains("resumes"), qPrintable(cut.errors));
        QVERIFY(!QFile::exists(m_target));
        const QByteArray kept = fileOf(m_part);
        QVERIFY(!kept.isEmpty() && m_content.startsWith(kept));

        m_server.requests.clear();
        const Result rest = get({"sample"});
        QVERIFY2(rest.code == 0, qPrintable(rest.errors));
        QCOMPARE(m_server.requests.first(), QStringLiteral("/upstream/train.all from %1").arg(kept.size()));
        QCOMPARE(fileOf(m_target), m_content);
        QVERIFY(!QFile::exists(m_part));
    }

    void startsAgainWhenTheServerCannotResume() {
        m_server.ranges = false;
        m_server.cutAfter = 300000;
        QCOMPARE(get({"sample"}).code, 1);
        const Result again = get({"sample"});
        QVERIFY2(again.code == 0, qPrintable(again.errors));
        QCOMPARE(fileOf(m_target), m_content);
    }

    void wrongContentIsRemoved_data() {
        QTest::addColumn<QByteArray>("served");
        QByteArray flipped = m_content;
        flipped[1000] = 'x';
        QTest::newRow("other bytes") << flipped;
        QTest::newRow("shorter") << m_content.left(5000);
        QTest::newRow("longer") << m_content + "x";
        QTest::newRow("empty") << QByteArray();
    }
    void wrongContentIsRemoved() {
        QFETCH(QByteArray, served);
        m_server.files["/upstream/train.all"] = served;
        const Result result = get({"sample"});
        QCOMPARE(result.code, 1);
        QVERIFY2(result.errors.contains("sample/train.all: wrong content") && result.errors.contains("removed"),
                 qPrintable(result.errors));
        QVERIFY(!QFile::exists(m_target));
        QVERIFY(!QFile::exists(m_part));
        QVERIFY(result.output.isEmpty());
    }

    void missingFileIsSaid() {
        m_server.files.remove("/upstream/test.all");
        const Result result = get({"sample"});
        QCOMPARE(result.code, 1);
        QVERIFY2(result.errors.contains("sample/test.all: the server has no such file"), qPrintable(result.errors));
        QCOMPARE(fileOf(m_target), m_content); // what came before stays
    }

    void aServerInTroubleHasTheFileAnotherTime_data() {
        QTest::addColumn<QString>("program");
        QTest::newRow("curl") << "curl";
        QTest::newRow("wget") << "wget";
    }
    void aServerInTroubleHasTheFileAnotherTime() {
        QFETCH(QString, program);
        if (QStandardPaths::findExecutable(program).isEmpty())
            QSKIP("it is not installed");
        // A PATH with one downloader only.
        QTemporaryDir tools;
        for (const QString& tool :
             {program, QStringLiteral("sh"), QStringLiteral("sed"), QStringLiteral("awk"), QStringLiteral("grep"),
              QStringLiteral("dirname"), QStringLiteral("mkdir"), QStringLiteral("wc"), QStringLiteral("tr"),
              QStringLiteral("rm"), QStringLiteral("tail")})
            QVERIFY(QFile::link(QStandardPaths::findExecutable(tool), tools.filePath(tool)));
        m_server.failing = true;
        const Result result = get({"sample"}, {}, tools.path());
        QCOMPARE(result.code, 1);
        QVERIFY2(result.errors.contains("the server answers with status 500"), qPrintable(result.errors));
        QVERIFY2(result.errors.contains("The same command resumes it") && !result.errors.contains("no such file"),
                 qPrintable(result.errors));
        m_server.failing = false;
        m_server.files.remove("/upstream/train.all");
        const Result missing = get({"sample"}, {}, tools.path());
        QCOMPARE(missing.code, 1);
        QVERIFY2(missing.errors.contains("the server has no such file"), qPrintable(missing.errors));
    }

    void unreachableServerIsSaid() {
        const Result result = get({"sample"}, "http://127.0.0.1:1");
        QCOMPARE(result.code, 1);
        QVERIFY2(result.errors.contains("stopped after 0 of"), qPrintable(result.errors));
    }

    void mirrorReplacesEveryAddress() {
        m_server.files = {{"/here/sample/train.all", m_content}, {"/here/sample/test.all", m_content}};
        const Result result = get({"sample"}, m_server.url() + "/here/");
        QVERIFY2(result.code == 0, qPrintable(result.errors));
        QCOMPARE(m_server.requests, QStringList({"/here/sample/train.all", "/here/sample/test.all"}));
    }

    void changedFileIsNotOverwritten() {
        QCOMPARE(get({"sample"}).code, 0);
        QFile file(m_target);
        QVERIFY(file.open(QIODevice::Append));
        file.write("mine\n");
        file.close();
        const Result result = get({"sample"});
        QCOMPARE(result.code, 1);
        QVERIFY2(result.errors.contains("not the published file any more"), qPrintable(result.errors));
        QVERIFY(fileOf(m_target).endsWith("mine\n"));
    }

    void archivesAreUnpackedOnce() {
        if (QStandardPaths::findExecutable("unzip").isEmpty())
            QSKIP("unzip is not installed");
        const QByteArray archive = QByteArray::fromBase64( // holds trees/dev.txt
            "UEsDBBQAAAAAAAAAIVB1cjPOEwAAABMAAAANAAAAdHJlZXMvZGV2LnR4dCgzICgyIEEpICgzIHRyZWUpKQpQSwECFA"
            "MUAAAAAAAAACFQdXIzzhMAAAATAAAADQAAAAAAAAAAAAAAgAEAAAAAdHJlZXMvZGV2LnR4dFBLBQYAAAAAAQABADsA"
            "AAA+AAAAAAA=");
        QFile table(m_folder.filePath("corpora"));
        QVERIFY(table.open(QIODevice::Append));
        table.write("corpus packed  An archive\nfile packed/a.zip " + QByteArray::number(archive.size()) + ' ' +
                    QCryptographicHash::hash(archive, QCryptographicHash::Sha256).toHex() + " unzip " +
                    m_server.url().toUtf8() + "/a.zip\n");
        table.close();
        m_server.files["/a.zip"] = archive;
        const Result result = get({"packed"});
        QVERIFY2(result.code == 0, qPrintable(result.errors));
        const QString member = m_folder.filePath("cache/packed/trees/dev.txt");
        QCOMPARE(fileOf(member), QByteArray("(3 (2 A) (3 tree))\n"));
        QVERIFY(QFile::remove(member)); // a user's own tidying up is not undone
        QCOMPARE(get({"packed"}).code, 0);
        QVERIFY(!QFile::exists(member));
        QCOMPARE(m_server.requests.size(), 1);
    }

    void wrongUsageIsTwo() {
        const Result unknown = get({"sampl"});
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.errors.contains("unknown corpus \"sampl\"; there are: sample samples"),
                 qPrintable(unknown.errors));
        QCOMPARE(get({}).code, 2);
        QCOMPARE(get({"--lisst"}).code, 2);
        QVERIFY(m_server.requests.isEmpty());
    }

    void listNamesSizesAndTitles() {
        const Result result = get({"--list"});
        QCOMPARE(result.code, 0);
        QVERIFY2(result.output.contains("A sample of two files"), qPrintable(result.output));
        QVERIFY(result.output.contains(QString::number(double(2 * m_content.size()) / 1e6, 'f', 1) + " MB"));
    }

    void everyRowOfTheRealTableIsComplete() {
        const QString text = QString::fromUtf8(fileOf(QStringLiteral(HEADLIGHT_SOURCE_DIR) + "/datasets/corpora"));
        QString corpus;
        int files = 0;
        for (const QString& line : text.split('\n')) {
            const QStringList words = line.simplified().split(' ');
            if (words[0] == "corpus") {
                QVERIFY2(words.size() > 2, qPrintable(line));
                corpus = words[1];
            } else if (words[0] == "file") {
                static const QRegularExpression sum("^[0-9a-f]{64}$");
                QVERIFY2(words.size() == 6 && words[1].startsWith(corpus + '/') && words[2].toLongLong() > 0 &&
                             sum.match(words[3]).hasMatch() && QStringList({"-", "unzip"}).contains(words[4]) &&
                             words[5].startsWith("https://"),
                         qPrintable(line));
                ++files;
            } else {
                QVERIFY2(line.isEmpty() || line.startsWith('#'), qPrintable(line));
            }
        }
        QVERIFY(files > 0);
    }

    void corporaOfNumberedClassesComeWithTheirNames() {
        const QString text = QString::fromUtf8(fileOf(QStringLiteral(HEADLIGHT_SOURCE_DIR) + "/datasets/corpora"));
        QSet<QString> numbered, named;
        for (const QString& line : text.split('\n')) {
            const QString file = line.startsWith("file ") ? line.simplified().split(' ')[1] : QString();
            const QString corpus = file.section('/', 0, 0);
            if (file.endsWith(".all"))
                numbered << corpus;
            else if (file.startsWith(corpus + "/raw/"))
                named << corpus;
        }
        QCOMPARE(numbered, QSet<QString>({"trec", "cr", "subj", "mr"}));
        QCOMPARE(named, numbered);
    }
};

QTEST_GUILESS_MAIN(GetTest)
#include "get_test.moc"
