#include "models/model_place.h"

#include "core/error.h"
#include "core/files.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

class ModelPlaceTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path path(const char* name = "") const { return m_folder.filePath(name).toStdString(); }
    void add(const char* name, const std::string& content = "{}") const { writeFile(path(name), content); }

private slots:
    void init() { m_folder = QTemporaryDir(); }

    void aFileOfAModelsFolderStandsForTheFolder() {
        add("config.json");
        add("model.safetensors");
        add("vocab.txt");
        for (const char* name : {"config.json", "model.safetensors", "vocab.txt"})
            QCOMPARE(modelPlace(path(name)), m_folder.path().toStdString());
        QCOMPARE(modelPlace(path()), path());
    }

    void aFolderOfCTranslate2HasNoConfiguration() {
        add("model.bin");
        add("shared_vocabulary.txt");
        QCOMPARE(modelPlace(path("model.bin")), m_folder.path().toStdString());
    }

    void mapsAndWholeModelsStandForThemselves() {
        add("config.json");
        add("attention.json");
        add("tiny.gguf", "GGUF");
        for (const char* name : {"attention.json", "tiny.gguf"})
            QCOMPARE(modelPlace(path(name)), path(name));
    }

    void aFolderWithOneWholeModelStandsForItsFile() {
        add("tiny.gguf", "GGUF");
        add("README.md");
        QCOMPARE(modelPlace(path()), path() / "tiny.gguf");
    }

    void ofSeveralOneIsToBeChosen() {
        add("a.gguf", "GGUF");
        add("b.gguf", "GGUF");
        try {
            modelPlace(path());
            QFAIL("a folder of two models is no model");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains("open one of them, as a.gguf or b.gguf"), error.what());
        }
    }

    void whatIsNoModelStaysAsItIs() {
        add("a.safetensors");
        QCOMPARE(modelPlace(path("a.safetensors")), path("a.safetensors"));
        QCOMPARE(modelPlace(path()), path());
        QCOMPARE(modelPlace("/nowhere"), std::filesystem::path("/nowhere"));
    }
};

QTEST_APPLESS_MAIN(ModelPlaceTest)
#include "model_place_test.moc"
