#include "results/joined_texts.h"

#include <QtTest>

using namespace headlight;

class JoinedTextsTest : public QObject {
    Q_OBJECT

    /// A letter for each token: "A" and "B" are typed, "a" and "b" marks of the model that belong to these texts.
    static Sequence sequenceOf(const std::string& tokens) {
        Sequence sequence;
        for (const char letter : tokens) {
            Token& token = sequence.tokens.emplace_back();
            token.input = letter == 'B' || letter == 'b' ? 1 : 0;
            token.special = letter == 'a' || letter == 'b';
            token.end = token.special ? 0 : 1;
        }
        return sequence;
    }

private slots:
    void eachTextHasItsTokensAndTheMarksThatBelongToIt() {
        const std::vector<JoinedText> texts = joinedTexts(sequenceOf("aAAaBBBb"));
        QCOMPARE(texts.size(), std::size_t(2));
        QVERIFY(texts[0].input == 0 && texts[0].begin == 0 && texts[0].end == 4);
        QVERIFY(texts[1].input == 1 && texts[1].begin == 4 && texts[1].end == 8);
    }

    void theSecondTextMayStandFirst() {
        const std::vector<JoinedText> texts = joinedTexts(sequenceOf("bBaAA"));
        QCOMPARE(texts.size(), std::size_t(2));
        QVERIFY(texts[0].input == 1 && texts[0].size() == 2 && texts[1].input == 0 && texts[1].size() == 3);
    }

    void oneTextIsNotJoined() {
        for (const char* tokens : {"", "AAA", "BB", "aAAa", "aAAb"}) // a mark alone is no text
            QVERIFY2(joinedTexts(sequenceOf(tokens)).empty() && textPairs(sequenceOf(tokens)).empty(), tokens);
    }

    void textsWhoseTokensAreMixedHaveNoParts() {
        for (const char* tokens : {"ABAB", "aABa"})
            QVERIFY2(joinedTexts(sequenceOf(tokens)).empty(), tokens);
    }

    void thereIsAPartForEachPairOfTexts() {
        QStringList names;
        for (const TextPair& pair : textPairs(sequenceOf("aAaBb")))
            names << QString::fromStdString(nameOf(pair));
        QCOMPARE(names, (QStringList{"first-first", "first-second", "second-first", "second-second"}));
    }

    void aPartThatTheSequenceHasNotMeansTheWholeMap() {
        QVERIFY((pairWithin(sequenceOf("AB"), TextPair{0, 1}) == TextPair{0, 1}));
        QVERIFY((!pairWithin(sequenceOf("AB"), TextPair{0, 2})));
        QVERIFY((!pairWithin(sequenceOf("AA"), TextPair{0, 1})));
        QVERIFY(!pairWithin(sequenceOf("AB"), {}));
    }
};

QTEST_GUILESS_MAIN(JoinedTextsTest)
#include "joined_texts_test.moc"
