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
        QTest::newRow("database") << "runs.sqlite" << QByteArray("SQLite format 3")
                                  << "a database, perhaps a store of runs (--store)";
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

    void filesThatOpenAlone() {
        const QTemporaryDir folder;
        const auto isAlone = [&](const char* name) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && opensAlone(file.fileName());
        };
        QVERIFY(isAlone("a.npy") && isAlone("a.npz") && isAlone("a.json") && isAlone("a.gguf"));
        QVERIFY(!isAlone("a.png") && !isAlone("model.safetensors.index.json"));
        QVERIFY(!opensAlone(folder.path()) && !opensAlone("/nowhere/a.npz"));
        isAlone("config.json"); // beside a model they belong to it
        QVERIFY(!isAlone("a.npz"));
        QVERIFY(isAlone("a.gguf")); // it has no use for the folder
    }

    void whatIsNotThereIsNoKind() { QCOMPARE(foreignFileKind("/nowhere/model.gguf"), QString()); }
};

QTEST_GUILESS_MAIN(FileKindTest)
#include "file_kind_test.moc"
