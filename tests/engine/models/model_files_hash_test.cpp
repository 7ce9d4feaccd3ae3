#include "models/model_files_hash.h"

#include "core/files.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

class ModelFilesHashTest : public QObject {
    Q_OBJECT

    static std::filesystem::path path(const QTemporaryDir& folder, const char* name = "") {
        return folder.filePath(name).toStdString();
    }

private slots:
    void itTellsWhetherAFileOfTheModelIsAnother() {
        const QTemporaryDir folder;
        writeFile(path(folder, "config.json"), "{}");
        writeFile(path(folder, "model.safetensors"), std::string(100, 'a'));
        const std::string hash = modelFilesHash(path(folder));
        QCOMPARE(hash.size(), std::size_t(16));
        writeFile(path(folder, "README.md"), "what does not belong to the model");
        QCOMPARE(modelFilesHash(path(folder)), hash);
        writeFile(path(folder, "vocab.txt"), "a\n");
        const std::string withWords = modelFilesHash(path(folder));
        QVERIFY(withWords != hash);
        std::string weights(100, 'a');
        weights[50] = 'b';
        writeFile(path(folder, "model.safetensors"), weights);
        QVERIFY(modelFilesHash(path(folder)) != withWords);
    }

    void everyFileOfWeightsAndOfATokenizerCounts_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"model.bin", "pytorch_model-00001-of-00002.bin", "model.pt", "model.onnx",
                                 "vocab.json", "merges.txt", "tokenizer.model", "source.spm", "shared_vocabulary.txt"})
            QTest::newRow(name) << name;
    }
    void everyFileOfWeightsAndOfATokenizerCounts() {
        QFETCH(QString, name);
        const QTemporaryDir folder;
        const std::filesystem::path file = path(folder, name.toUtf8());
        writeFile(file, "one");
        const std::string hash = modelFilesHash(path(folder));
        QCOMPARE(hash.size(), std::size_t(16));
        writeFile(file, "two");
        QVERIFY(modelFilesHash(path(folder)) != hash);
    }

    void itIsTheFilesNotThePlace() {
        const QTemporaryDir one, other;
        for (const QTemporaryDir* folder : {&one, &other})
            writeFile(path(*folder, "config.json"), "{\"format\": \"headlight\"}");
        QCOMPARE(modelFilesHash(path(one)), modelFilesHash(path(other)));
        QVERIFY(modelFilesHash(path(one)).find_first_not_of("0123456789abcdef") == std::string::npos);
    }

    void ofALargeFileBeginningEndAndPiecesBetweenCount() {
        const QTemporaryDir folder;
        std::string weights(20'000'000, '\0');
        for (std::size_t k = 0; k < weights.size(); ++k)
            weights[k] = char(k * 31);
        writeFile(path(folder, "model.safetensors"), weights);
        QElapsedTimer clock;
        clock.start();
        const std::string hash = modelFilesHash(path(folder));
        QVERIFY2(clock.elapsed() < 500, qPrintable(QString::number(clock.elapsed())));
        for (const std::size_t place : {std::size_t(10), weights.size() - 10}) {
            std::string changed = weights;
            changed[place] ^= 1;
            writeFile(path(folder, "model.safetensors"), changed);
            QVERIFY(modelFilesHash(path(folder)) != hash);
        }
        for (char& byte : weights)
            byte = char(byte + 1); // another training
        writeFile(path(folder, "model.safetensors"), weights);
        QVERIFY(modelFilesHash(path(folder)) != hash);
    }

    void whatIsNoModelHasNone() {
        const QTemporaryDir folder;
        QCOMPARE(modelFilesHash(path(folder)), std::string());
        QCOMPARE(modelFilesHash(path(folder, "nowhere")), std::string());
        std::filesystem::create_directory(path(folder, "config.json"));
        QCOMPARE(modelFilesHash(path(folder)), std::string());
    }
};

QTEST_APPLESS_MAIN(ModelFilesHashTest)
#include "model_files_hash_test.moc"
