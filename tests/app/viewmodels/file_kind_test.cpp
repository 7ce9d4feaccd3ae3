#include "viewmodels/file_kind.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

class FileKindTest : public QObject {
    Q_OBJECT
private slots:
    void aForeignFileIsToldByItsBeginning_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("begin");
        QTest::addColumn<QString>("kind");
        QTest::newRow("PyTorch") << "pytorch_model.bin" << QByteArray("PK\x03\x04 more")
                                 << "a zip archive, as PyTorch's .pt and .bin files are";
        QTest::newRow("GGUF") << "model.gguf" << QByteArray("GGUF\x03") << "a GGUF model";
        QTest::newRow("ours") << "config.json" << QByteArray("{\"format\": \"headlight\"}") << "";
        QTest::newRow("empty") << "vocab.txt" << QByteArray() << "";
    }
    void aForeignFileIsToldByItsBeginning() {
        QFETCH(QString, name);
        QFETCH(QByteArray, begin);
        QFETCH(QString, kind);
        const QTemporaryDir folder;
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(begin) == begin.size());
        file.close();
        QCOMPARE(foreignFileKind(file.fileName()), kind);
    }

    void filesOfMaps() {
        const QTemporaryDir folder;
        const auto isMaps = [&](const char* name) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && isMapsFile(file.fileName());
        };
        QVERIFY(isMaps("a.npy") && isMaps("a.npz") && isMaps("a.json"));
        QVERIFY(!isMaps("a.png") && !isMaps("model.safetensors.index.json"));
        QVERIFY(!isMapsFile(folder.path()) && !isMapsFile("/nowhere/a.npz"));
        isMaps("config.json"); // beside a model they belong to it
        QVERIFY(!isMaps("a.npz"));
    }

    void whatIsNotThereIsNoKind() { QCOMPARE(foreignFileKind("/nowhere/model.gguf"), QString()); }
};

QTEST_GUILESS_MAIN(FileKindTest)
#include "file_kind_test.moc"
