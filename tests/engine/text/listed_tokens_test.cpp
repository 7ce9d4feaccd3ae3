// Vocabularies without rules of how text is cut: lists of tokens, and ids alone.

#include "message_of.h"
#include "text/listed_tokens.h"
#include "text/read_tokenizer.h"
#include "text/typed_ids.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

using namespace headlight;

namespace {

ListedTokens listOf(const std::vector<std::string>& tokens) {
    TokenTable table;
    for (const std::string& token : tokens)
        table.add(token, table.size());
    return ListedTokens(std::move(table));
}

std::vector<int> idsIn(const std::vector<Token>& tokens) {
    std::vector<int> ids;
    for (const Token& token : tokens)
        ids.push_back(token.id);
    return ids;
}

} // namespace

class ListedTokensTest : public QObject {
    Q_OBJECT

private slots:
    void charactersAreTokens() {
        const ListedTokens list = listOf({"<s>", "</s>", "ä", "b", "é"});
        QVERIFY(list.byCharacter());
        QCOMPARE(list.size(), 6); // the unknown one
        const std::string text = " äb\tzé";
        const auto tokens = list.encode(text);
        QCOMPARE(idsIn(tokens), (std::vector<int>{2, 3, 5, 4}));
        QCOMPARE(tokens[0].begin, std::size_t(1));
        QCOMPARE(tokens[0].end, std::size_t(3));
        QCOMPARE(tokens[3].end, text.size());
        QCOMPARE(tokens[1].word, 0);
        QCOMPARE(tokens[2].word, 1);
        QVERIFY(!tokens[2].known && tokens[2].text == "z");
        QCOMPARE(list.decode(std::vector<int>{0, 2, 3, 1}), std::string("äb"));
        QVERIFY(list.encode(" \n").empty());
        QVERIFY(list.encode("\xff\xfe")[0].id == 5); // no UTF-8 is no error
    }

    void wordsAreTokens() {
        const ListedTokens list = listOf({"<unk>", "▁the", "▁cat", "s"});
        QVERIFY(!list.byCharacter());
        QCOMPARE(list.size(), 4);
        const auto tokens = list.encode("▁the  ▁cat s dog <unk>");
        QCOMPARE(idsIn(tokens), (std::vector<int>{1, 2, 3, 0, 0})); // a mark that is typed is text
        QCOMPARE(tokens[3].text, std::string("dog"));
        QCOMPARE(list.decode(std::vector<int>{1, 2, 3}), std::string("▁the ▁cat s"));
        QCOMPARE(list.joined({tokens}).size(), std::size_t(5));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, list.joined({tokens, tokens}));
    }

    void idsAreTyped() {
        const TypedIds ids(120);
        QVERIFY(ids.readsIds());
        const auto tokens = ids.encode("101 0\n7");
        QCOMPARE(idsIn(tokens), (std::vector<int>{101, 0, 7}));
        QCOMPARE(tokens[2].begin, std::size_t(6));
        QCOMPARE(ids.decode(std::vector<int>{101, 7}), std::string("101 7"));
        for (const char* wrong : {"120", "-1", "7a", "word", "99999999999999999999", "1.5"}) {
            const QString message = messageOf([&] { ids.encode(wrong); });
            QVERIFY2(message.contains("from 0 to 119") && message.contains(wrong), qPrintable(message));
        }
    }

    void aFolderHasATokenizerOrNot() {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        QVERIFY(!hasTokenizer(path));
        std::ofstream(path / "config.json") << "{}";
        QVERIFY(!hasTokenizer(path));
        std::filesystem::create_symlink(path / "gone", path / "tokenizer.json"); // which is told
        QVERIFY(hasTokenizer(path));
    }
};

QTEST_GUILESS_MAIN(ListedTokensTest)
#include "listed_tokens_test.moc"
