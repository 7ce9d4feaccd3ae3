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
        files.write("vocab.json", R"({"a": 0, "b": 1})");
        files.write("merges.txt", "");
        QCOMPARE(readTokenizer(files.path())->size(), 2);
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
        files.write("vocab.json", "{}");
        QVERIFY(messageOf([&] {
                    readTokenizer(files.path());
                }).endsWith(": merges.txt is missing; this tokenizer needs it beside vocab.json"));
        const FilesOfTokenizer others;
        others.write("merges.txt", "");
        QVERIFY(messageOf([&] {
                    readTokenizer(others.path());
                }).endsWith(": vocab.json is missing; this tokenizer needs it beside merges.txt"));
    }

    void publishedFoldersAreRead() {
        const std::filesystem::path folder = std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/tokenizers";
        if (!std::filesystem::exists(folder))
            QSKIP("../shared/data is absent");
        for (const auto& [name, size] :
             {std::pair("bert-base-uncased", 30522), std::pair("roberta-base", 50265), std::pair("t5-small", 32100),
              std::pair("gpt2", 50257), std::pair("llama2", 32000)})
            QCOMPARE(readTokenizer(folder / name)->size(), size);
    }
};

QTEST_GUILESS_MAIN(ReadTokenizerTest)
#include "read_tokenizer_test.moc"
