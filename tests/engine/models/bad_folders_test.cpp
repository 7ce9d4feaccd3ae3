// Folders of published models that can't be opened, or that change while they are open: one message each, that names
// the file. What is wrong within a file of a format is the matter of that format's test.

#include "message_of.h"
#include "models/formats.h"
#include "published_golden.h"

#include <QTemporaryDir>

using namespace headlight;
using namespace headlight::publishedgolden;

class BadFoldersTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_dir;

    fs::path copyOf(const char* name) const {
        const fs::path folder = fs::path(m_dir->path().toStdString()) / "model";
        fs::copy(folderOf(name), folder);
        return folder;
    }

private slots:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    /// What is left of files that Git LFS keeps elsewhere, whichever of them was not fetched.
    void pointersOfGitAreSaid_data() {
        QTest::addColumn<QString>("file");
        for (const char* file : {"config.json", "vocab.txt", "tokenizer.json", "tokenizer_config.json",
                                 "model.safetensors", "alone.gguf", "alone.bin", "maps.json", "maps.npz"})
            QTest::newRow(file) << QString(file);
    }
    void pointersOfGitAreSaid() {
        QFETCH(QString, file);
        const fs::path folder = copyOf("bert/masked"), path = folder / file.toStdString();
        writeFile(path, "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n");
        const bool isAlone = file.startsWith("alone") || file.startsWith("maps");
        const QString message = messageOf([&] { openModel(isAlone ? path : folder); });
        QVERIFY2(message.contains(file + ": it is a pointer of Git LFS") && message.contains("git lfs pull"),
                 qPrintable(message));
    }

    /// Its numbers are read where they lie, and would be gone.
    void aFileThatChangesIsNotRead() {
        const fs::path folder = copyOf("bert/masked");
        const auto model = openModel(folder);
        const auto sequences = model->read({"the dog"});
        QVERIFY(model->run(sequences, {}, {}));
        fs::resize_file(folder / "model.safetensors", fs::file_size(folder / "model.safetensors") / 2);
        const QString message = messageOf([&] { model->run(sequences, {}, {}); });
        QVERIFY2(message.contains("model.safetensors") && message.contains("open it again"), qPrintable(message));
    }

    /// A table of words may be padded: what stands for no word is never an answer.
    void aSmallerVocabularyIsRead() {
        const fs::path folder = copyOf("bert/masked");
        std::string words = readFile(folder / "vocab.txt");
        words.resize(words.rfind('\n', words.size() - 2) + 1); // without the last one
        writeFile(folder / "vocab.txt", words);
        const auto model = openModel(folder);
        const auto recording = model->run(model->read({"the [MASK] dog"}), {}, {});
        const auto& places = std::get<TokenAnswer>(recording->answer()).places;
        QCOMPARE(places.size(), std::size_t(1));
        for (const std::string& label : places[0].candidates.labels)
            QVERIFY(!label.empty() && words.find(label) != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(BadFoldersTest)
#include "bad_folders_test.moc"
