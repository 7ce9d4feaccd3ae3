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
        add("model.bin", std::string("\6\0\0\0\3\0ab\0", 9)); // a version, and the name of a kind
        add("shared_vocabulary.txt");
        QCOMPARE(modelPlace(path("model.bin")), m_folder.path().toStdString());
    }

    /// A file that would be a model by itself, and is none, is not told as another one.
    void whatIsCalledAsAWholeModelStandsForItself() {
        add("config.json");
        add("tiny.gguf", "of nothing");
        QCOMPARE(modelPlace(path("tiny.gguf")), path("tiny.gguf"));
        add("tiny.bin", "of nothing");
        QCOMPARE(modelPlace(path("tiny.bin")), path("tiny.bin"));
        add("pytorch_model.bin", "of nothing");
        QCOMPARE(modelPlace(path("pytorch_model.bin")), m_folder.path().toStdString());
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
