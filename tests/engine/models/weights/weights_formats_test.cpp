#include "core/files.h"
#include "message_of.h"
#include "models/weights/weights_formats.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;
namespace fs = std::filesystem;

/// Which file of a folder has its weights.
class WeightsFormatsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;

    fs::path folderOf(const char* name, const std::vector<std::string>& files) const {
        const fs::path folder = fs::path(m_dir.path().toStdString()) / name;
        fs::create_directory(folder);
        for (const std::string& file : files)
            writeFile(folder / file, "");
        return folder;
    }

private slots:
    void theUsualNamesComeFirst() {
        const fs::path folder =
            folderOf("usual", {"a.pt", "model.bin", "pytorch_model.bin", "model.safetensors.index.json"});
        QCOMPARE(weightsIn(folder).filename().string(), std::string("model.safetensors.index.json"));
        fs::remove(folder / "model.safetensors.index.json");
        QCOMPARE(weightsIn(folder).filename().string(), std::string("pytorch_model.bin"));
        fs::remove(folder / "pytorch_model.bin");
        QCOMPARE(weightsIn(folder).filename().string(), std::string("model.bin"));
    }

    void oneOfAnotherNameIsTaken() {
        for (const char* name : {"best.pt", "step_100.pth", "encoder.onnx"}) {
            const fs::path folder = folderOf(name, {name, "config.json", "training_args.bin"});
            QCOMPARE(weightsIn(folder).filename().string(), std::string(name));
        }
    }

    /// Of a cache whose content was deleted: it is there to be seen, so nobody believes that it is not.
    void aBrokenLinkIsTold() {
        const fs::path folder = folderOf("links", {"config.json"});
        fs::create_symlink("gone", folder / "model.safetensors");
        const QString message = messageOf([&] { weightsIn(folder); });
        QVERIFY2(message.contains("model.safetensors: it is a link"), qPrintable(message));
        writeFile(folder / "pytorch_model.bin", "");
        QCOMPARE(weightsIn(folder).filename().string(), std::string("pytorch_model.bin"));
    }

    /// A page that says "not found" is saved under it, or nothing.
    void theNameOfPyTorchIsBelieved() {
        const fs::path folder = folderOf("pytorch", {"pytorch_model.bin"});
        QCOMPARE(weightsFormat(folder / "pytorch_model.bin").title, std::string("PyTorch"));
        writeFile(folder / "pytorch_model-00001-of-00002.bin", "<html>404</html>");
        const fs::path shard = folder / "pytorch_model-00001-of-00002.bin";
        const QString message = messageOf([&] { openWeights(shard); });
        QVERIFY2(message.startsWith(QString::fromStdString(shard.string())) && message.contains("pickle"),
                 qPrintable(message));
    }

    void ofSeveralNoneIs() {
        const QString message = messageOf([&] { weightsIn(folderOf("two", {"b.pt", "a.pt", "config.json"})); });
        QVERIFY2(message.contains("there is no model.safetensors") && message.endsWith("a.pt, b.pt"),
                 qPrintable(message));
        QVERIFY(messageOf([&] { weightsIn(folderOf("none", {"config.json"})); }).endsWith("which has the weights"));
        QVERIFY(messageOf([&] {
                    weightsIn(fs::path(m_dir.path().toStdString()) / "absent");
                }).contains("there is no model.safetensors"));
    }
};

QTEST_GUILESS_MAIN(WeightsFormatsTest)
#include "weights_formats_test.moc"
