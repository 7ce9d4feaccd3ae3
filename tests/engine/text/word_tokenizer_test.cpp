#include "core/error.h"
#include "text/word_tokenizer.h"

#include <QtTest>

using namespace headlight;

namespace {

WordTokenizer sample(TokenizerOptions options = {}) {
    Vocabulary vocabulary;
    for (const char* token :
         {"it", "is", "n't", "quiet", ".", ",", "``", "''", "-lrb-", "-rrb-", "\"", "what", "'S", "?"})
        vocabulary.add(token);
    return {std::move(options), std::move(vocabulary)};
}

TokenizerOptions words() {
    TokenizerOptions options;
    options.rule = TokenizerRule::Words;
    options.lower = options.pennQuotes = options.pennBrackets = true;
    return options;
}

} // namespace

class WordTokenizerTest : public QObject {
    Q_OBJECT

private slots:
    void tokensAreThoseOfTheRuleWithTheirNumbers() {
        const WordTokenizer tokenizer = sample(words());
        const std::string text = "It isn't “quiet” (yet).";
        const std::vector<Token> tokens = tokenizer.encode(text);
        std::vector<std::string> texts;
        for (const Token& token : tokens) {
            texts.push_back(token.text);
            QCOMPARE(token.id, tokenizer.vocabulary().id(token.text));
            QCOMPARE(token.known, token.text != "yet");
            QVERIFY(!token.special && token.input == 0);
        }
        QCOMPARE(texts, tokenize(text, words()));
        QCOMPARE(text.substr(tokens[3].begin, tokens[3].end - tokens[3].begin), std::string("“"));
        QCOMPARE(tokens[3].word, 2);
        QVERIFY(tokenizer.encode("").empty());
    }

    void textsAreJoinedWithoutMarks() {
        const WordTokenizer tokenizer = sample();
        const std::vector<Token> all = tokenizer.joined({tokenizer.encode("it is"), {}, tokenizer.encode("quiet")});
        QCOMPARE(all.size(), std::size_t(3));
        QCOMPARE(all[1].input, 0);
        QCOMPARE(all[2].input, 2);
        QCOMPARE(all[2].word, 0);
        QCOMPARE(all[2].begin, std::size_t(0));
    }

    void textsAreWrittenAsByAPerson_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("written");
        QTest::newRow("clitics") << "It isn't what?"
                                 << "it isn't what?";
        QTest::newRow("Penn marks") << "it (is) \"quiet\"."
                                    << "it (is) \"quiet\".";
        QTest::newRow("unknown") << "it is loud."
                                 << "it is <unk>.";
        QTest::newRow("empty") << ""
                               << "";
    }
    void textsAreWrittenAsByAPerson() {
        QFETCH(QString, text);
        QFETCH(QString, written);
        const WordTokenizer tokenizer = sample(words());
        QCOMPARE(QString::fromStdString(tokenizer.decode(idsOf(tokenizer.encode(text.toStdString())))), written);
    }

    void straightQuotesOpenAndClose() {
        TokenizerOptions options;
        options.rule = TokenizerRule::Words;
        const WordTokenizer tokenizer = sample(options);
        QCOMPARE(tokenizer.decode(idsOf(tokenizer.encode("it is \"quiet\", \"is\" it"))),
                 std::string("it is \"quiet\", \"is\" it"));
        QCOMPARE(tokenizer.decode(idsOf(tokenizer.encode("what'S"))), std::string("what'S"));
    }

    void textsOfCorporaAreSpaced() {
        const WordTokenizer tokenizer = sample();
        QCOMPARE(tokenizer.decode(std::vector<int>{0, 2, 3, 4, 6, 0}), std::string("it is n't ."));
    }

    void entriesAreFoundBothWays() {
        const WordTokenizer tokenizer = sample();
        for (int id = 0; id < tokenizer.size(); ++id)
            QCOMPARE(tokenizer.id(tokenizer.token(id)), std::optional<int>(id));
        QVERIFY(!tokenizer.id("loud"));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, tokenizer.token(tokenizer.size()));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, tokenizer.decode(std::vector<int>{-1}));
    }

private:
    static std::vector<int> idsOf(const std::vector<Token>& tokens) {
        std::vector<int> ids;
        for (const Token& token : tokens)
            ids.push_back(token.id);
        return ids;
    }
};

QTEST_GUILESS_MAIN(WordTokenizerTest)
#include "word_tokenizer_test.moc"
