#include "cli/output_file.h"
#include "message_of.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

/// Results are written whole or not at all, and where they can't be is told before the work.
class OutputFileTest : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;

    std::string at(const QString& name) const { return m_folder->filePath(name).toStdString(); }
    QByteArray read(const QString& name) const {
        QFile file(m_folder->filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no file");
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void aFolderIsNoPlaceForAFile() {
        const std::string folder = at("");
        const QString wanted = QString::fromStdString(folder) + ": can't be written: it is a folder. What was there "
                                                                "before is unchanged";
        QCOMPARE(messageOf([&] { checkWritable(folder); }), wanted);
        QCOMPARE(messageOf([&] { writeStream(folder, [](const auto& sink) { sink("x"); }); }), wanted);
    }

    void aMissingFolderIsTold() {
        const QString message = messageOf([&] { checkWritable(at("none/out.csv")); });
        QVERIFY2(message.contains("none/out.csv: can't be written: "), qPrintable(message));
        QVERIFY(!QFile::exists(m_folder->filePath("none")));
    }

    void askingLeavesNothing() {
        checkWritable(at("out.csv"));
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList());
    }

    void piecesBecomeOneFile() {
        writeStream(at("out.csv"), [](const auto& sink) {
            sink("one,");
            sink("two\n");
        });
        QCOMPARE(read("out.csv"), QByteArray("one,two\n"));
    }

    void whatFailsLeavesTheFormerFile() {
        writeStream(at("out.csv"), [](const auto& sink) { sink("before"); });
        const auto half = [](const auto& sink) {
            sink("half");
            throw std::runtime_error("stopped");
        };
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, writeStream(at("out.csv"), half));
        QCOMPARE(read("out.csv"), QByteArray("before"));
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList("out.csv"));
    }
};

QTEST_GUILESS_MAIN(OutputFileTest)
#include "output_file_test.moc"
