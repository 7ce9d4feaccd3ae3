#include "message_of.h"
#include "models/mapped_file.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <cstring>
#include <filesystem>

using namespace headlight;

/// A file that another program may change while it is read.
class MappedFileTest : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;

    std::string write(const QString& name, const QByteArray& bytes) const {
        QFile file(m_folder->filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(name));
        return file.fileName().toStdString();
    }
    static QByteArray read(const MappedFile& file, std::uint64_t offset, std::uint64_t count) {
        QByteArray bytes(qsizetype(count), '?');
        file.read(offset, count, bytes.data());
        return bytes;
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void partsAreReadAndMapped() {
        const QByteArray bytes = QByteArray(5000, 'a') + "the end";
        const MappedFile file(write("numbers", bytes));
        QCOMPARE(file.size(), std::uint64_t(bytes.size()));
        QCOMPARE(read(file, 4999, 4), QByteArray("athe"));
        const char* map = file.map(4999, 4);
        QVERIFY(map);
        QCOMPARE(std::memcmp(map, bytes.constData(), std::size_t(bytes.size())), 0);
    }

    void whatIsNotThereIsTold() {
        const std::string path = write("numbers", "12345");
        const MappedFile file(path);
        QCOMPARE(messageOf([&] { read(file, 3, 4); }),
                 QString::fromStdString(path) + ": the file became shorter while it was read");
    }

    /// Another program may shorten it between the question and the reading.
    void whatIsLostInTheMomentOfReadingIsNoNumber() {
        const std::string path = write("numbers", QByteArray(3'000'000, 'a'));
        const MappedFile file(path);
        const volatile char* const map = file.map(0, file.size()); // each access is one of memory
        QVERIFY(map);
        const std::uint64_t before = MapGuard::losses();
        std::filesystem::resize_file(path, 100);
        QCOMPARE(map[99], 'a');
        for (const std::size_t place : {500'000, 2'999'999, 1'000'000, 2'000'000, 500'001})
            QCOMPARE(int(static_cast<unsigned char>(map[place])), 0xFF);
        QVERIFY(MapGuard::losses() > before);
        float number = 0;
        std::memcpy(&number, const_cast<const char*>(map) + 600'000, sizeof number);
        QVERIFY(std::isnan(number));
        QVERIFY(messageOf([&] { file.refuseChanges(); }).contains("was changed after it had been opened"));
    }

    /// A place that was given back is another map's.
    void mapsComeAndGo() {
        for (int round = 0; round < 3; ++round) {
            const std::string path = write("numbers" + QString::number(round), QByteArray(20'000, 'a'));
            const MappedFile file(path), second(path);
            const volatile char* const map = file.map(0, file.size());
            const volatile char* const other = second.map(0, second.size());
            QVERIFY(map && other);
            std::filesystem::resize_file(path, 1);
            QCOMPARE(int(static_cast<unsigned char>(map[19'999])), 0xFF);
            QCOMPARE(int(static_cast<unsigned char>(other[9'000])), 0xFF);
        }
    }

    void aChangedFileIsNotReadInTheMap() {
        const std::string path = write("numbers", QByteArray(9000, 'a'));
        const MappedFile file(path);
        QVERIFY(file.map(0, 9000));
        std::filesystem::resize_file(path, 100); // its pages are gone
        const QString wanted =
            QString::fromStdString(path) + ": the file was changed after it had been opened; open it again";
        QCOMPARE(messageOf([&] { file.map(8000, 10); }), wanted);
        QCOMPARE(messageOf([&] { file.refuseChanges(); }), wanted);
    }

    /// As our own writers do it.
    void aReplacedFileIsStillTheOldOne() {
        const std::string path = write("numbers", "old");
        const MappedFile file(path);
        std::filesystem::rename(write("new", "newer"), path);
        file.refuseChanges();
        QCOMPARE(read(file, 0, 3), QByteArray("old"));
    }

    void whatIsNoFileIsRefused() {
        const std::string folder = m_folder->path().toStdString();
        QVERIFY(
            messageOf([&] { MappedFile file(folder); }).startsWith(m_folder->path() + ": not a file but a folder, "));
        QVERIFY(messageOf([&] { MappedFile file(folder + "/none"); }).contains("/none: cannot be opened: "));
    }
};

QTEST_GUILESS_MAIN(MappedFileTest)
#include "mapped_file_test.moc"
