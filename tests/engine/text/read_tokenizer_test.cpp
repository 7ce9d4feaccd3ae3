#include "text/read_tokenizer.h"

#include "message_of.h"
#include "small_word_piece.h"

#include <QtTest>

using namespace headlight;

class ReadTokenizerTest : public QObject {
    Q_OBJECT

private slots:
    void theFileThatSaysMoreIsRead() {
        const FilesOfTokenizer files;
        files.write("vocab.txt", smallVocabulary() + "more\n");
        QCOMPARE(readTokenizer(files.path())->size(), int(smallTokens().size()) + 1);
        files.write(smallJson());
        QCOMPARE(readTokenizer(files.path())->size(), int(smallTokens().size()));
    }

    void whatIsMissingIsNamed() {
        const FilesOfTokenizer files;
        QVERIFY(messageOf([&] { readTokenizer(files.path()); }).contains("neither tokenizer.json nor vocab.txt"));
        QVERIFY(
            messageOf([&] { readTokenizer(files.path() + "/absent"); }).contains("absent: there is no such folder"));
    }

    void publishedFoldersAreReadOrRefusedInWords() {
        const std::filesystem::path folder = std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/tokenizers";
        if (!std::filesystem::exists(folder))
            QSKIP("../shared/data is absent");
        QCOMPARE(readTokenizer(folder / "bert-base-uncased")->size(), 30522);
        for (const char* other : {"roberta-base", "t5-small"})
            QVERIFY(messageOf([&] { readTokenizer(folder / other); }).contains("Headlight reads WordPiece"));
        QVERIFY(messageOf([&] { readTokenizer(folder / "gpt2"); }).contains("neither tokenizer.json nor vocab.txt"));
    }
};

QTEST_GUILESS_MAIN(ReadTokenizerTest)
#include "read_tokenizer_test.moc"
