#include "text/read_pieces.h"

#include <QtTest>

using namespace headlight;

namespace {

/// Tokens of the words that they are of; −1: of none, in brackets a mark.
Sequence sequenceOf(const std::vector<std::pair<std::string, int>>& tokens) {
    Sequence sequence;
    for (const auto& [text, word] : tokens) {
        Token& token = sequence.tokens.emplace_back();
        token.text = text;
        token.word = word;
        token.special = text.front() == '[' || text == "<s>";
        if (!token.special) {
            token.begin = sequence.tokens.size();
            token.end = token.begin + 1;
        }
    }
    return sequence;
}

std::vector<std::string> textsOf(const Sequence& sequence, const TokenDisplay& display) {
    std::vector<std::string> texts;
    for (const Token& token : displayed(sequence, display).tokens)
        texts.push_back(token.text);
    return texts;
}

using Texts = std::vector<std::string>;
const TokenDisplay prettyPieces{PieceDisplay::Pretty, MarkDisplay::Shown};
const TokenDisplay wholeWords{PieceDisplay::Words, MarkDisplay::Shown};

} // namespace

/// What a person reads of pieces, and which of them are a word.
class ReadPiecesTest : public QObject {
    Q_OBJECT

private slots:
    void wordPiecesLoseTheirMarkAndSayThatTheyContinue() {
        const Sequence sequence =
            sequenceOf({{"[CLS]", -1}, {"un", 0}, {"##know", 0}, {"##n", 0}, {"bird", 1}, {"[SEP]", -1}});
        QCOMPARE(textsOf(sequence, {}), (Texts{"[CLS]", "un", "##know", "##n", "bird", "[SEP]"}));
        QCOMPARE(textsOf(sequence, prettyPieces), (Texts{"[CLS]", "un", "·know", "·n", "bird", "[SEP]"}));
        QCOMPARE(textsOf(sequence, wholeWords), (Texts{"[CLS]", "unknown", "bird", "[SEP]"}));
        QCOMPARE(groupsOf(sequence, wholeWords), (std::vector<TokenGroup>{{0, 1}, {1, 4}, {4, 5}, {5, 6}}));
    }

    void byteLettersAreDecoded() {
        const Sequence sequence =
            sequenceOf({{"ca", 0}, {"f", 0}, {"Ã©", 0}, {"Ġthe", 1}, {"Ċ", 2}, {"Ġ", 3}, {"ĠðŁ", 4}, {"ĺĤ", 4}});
        // The last word is one emoji, cut within its four bytes.
        QCOMPARE(textsOf(sequence, prettyPieces),
                 (Texts{"ca", "·f", "·é", "the", "⏎", "␣", "<0xF0><0x9F>", "·<0x98><0x82>"}));
        QCOMPARE(textsOf(sequence, wholeWords), (Texts{"café", "the", "⏎", "␣", "😂"}));
    }

    void addedTokensOfSpacesAreNoByteLetters() {
        QCOMPARE(textsOf(sequenceOf({{"Ġif", 0}, {"   ", 1}, {"Ġyou", 2}}), prettyPieces), (Texts{"if", "␣␣", "you"}));
    }

    void lettersOfLatinAreNoBytes() {
        const Sequence sequence = sequenceOf({{"café", 0}, {"naïve", 1}});
        QCOMPARE(textsOf(sequence, prettyPieces), (Texts{"café", "naïve"}));
        QCOMPARE(textsOf(sequenceOf({{"café", 0}}), prettyPieces), (Texts{"café"})); // no character that is cut
    }

    void sentencePiecesAndBytePairsAreRead() {
        QCOMPARE(textsOf(sequenceOf({{"<s>", -1}, {"▁Once", 0}, {"▁up", 1}, {"on", 1}, {"<0x0A>", 1}, {"▁", 2}}),
                         prettyPieces),
                 (Texts{"<s>", "Once", "up", "·on", "·⏎", "␣"}));
        const Sequence pairs = sequenceOf({{"brid@@", 0}, {"ge", 0}, {"red", 1}});
        QCOMPARE(textsOf(pairs, prettyPieces), (Texts{"brid", "·ge", "red"}));
        QCOMPARE(textsOf(pairs, wholeWords), (Texts{"bridge", "red"}));
    }

    void tokensOfAFileSayThemselvesWhatContinues() {
        QCOMPARE(textsOf(sequenceOf({{"[CLS]", -1}, {"play", -1}, {"##ing", -1}, {"now", -1}}), wholeWords),
                 (Texts{"[CLS]", "playing", "now"}));
        QCOMPARE(textsOf(sequenceOf({{"The", -1}, {"Ġqu", -1}, {"ick", -1}, {"Ġfox", -1}}), wholeWords),
                 (Texts{"The", "quick", "fox"}));
        QCOMPARE(textsOf(sequenceOf({{"plain", -1}, {"words", -1}}), wholeWords), (Texts{"plain", "words"}));
    }

    void onlyTheModelsOwnMarksAreHidden() {
        Sequence sequence = sequenceOf({{"[CLS]", -1}, {"a", 0}, {"[MASK]", 1}, {"[SEP]", -1}});
        sequence.tokens[2].begin = 2; // typed
        sequence.tokens[2].end = 8;
        const TokenDisplay hidden{PieceDisplay::Raw, MarkDisplay::Hidden};
        QCOMPARE(textsOf(sequence, hidden), (Texts{"a", "[MASK]"}));
        QCOMPARE(textsOf(sequenceOf({{"[CLS]", -1}, {"[SEP]", -1}}), hidden), (Texts{"[CLS]", "[SEP]"}));
    }

    void twoTextsHaveNoWordInCommon() {
        Sequence sequence = sequenceOf({{"a", 0}, {"b", 0}});
        sequence.tokens[1].input = 1;
        QCOMPARE(textsOf(sequence, wholeWords), (Texts{"a", "b"}));
    }

    void aWordStandsForAllThatWasTypedOfIt() {
        Sequence sequence = sequenceOf({{"un", 0}, {"##known", 0}});
        sequence.tokens[0].leftOut = true;
        sequence.tokens[1].known = false;
        const Token word = displayed(sequence, wholeWords).tokens.front();
        QCOMPARE(word.begin, sequence.tokens[0].begin);
        QCOMPARE(word.end, sequence.tokens[1].end);
        QVERIFY(!word.leftOut); // a part of it is read
        QVERIFY(!word.known);
    }

    void wholeWordsAreNoPieces() {
        QVERIFY(!hasPieces(sequenceOf({{"café", 0}, {"red", 1}, {"?", 1}})));
        QVERIFY(hasPieces(sequenceOf({{"[CLS]", -1}, {"red", 0}})));
        QVERIFY(hasPieces(sequenceOf({{"red", 0}, {"Ġbird", 1}})));
        QVERIFY(hasPieces(sequenceOf({{"▁red", 0}})));
        QVERIFY(hasPieces(sequenceOf({{"brid@@", 0}, {"ge", 0}})));
    }

    void namesLeadBack() {
        for (const PieceDisplay pieces : pieceDisplays())
            QCOMPARE(pieceDisplayNamed(nameOf(pieces)), std::optional(pieces));
        for (const MarkDisplay marks : markDisplays())
            QCOMPARE(markDisplayNamed(nameOf(marks)), std::optional(marks));
        QVERIFY(!pieceDisplayNamed("Words") && !markDisplayNamed(""));
    }

    /// What a vocabulary expects behind the text is read as its tokens in the text are, one by one.
    void offeredPiecesAreReadAsThoseOfTheText() {
        const Texts byBlocks = prettyOf(sequenceOf({{"▁Once", 0}}), {"▁upon", "ing", "▁", "<0x0A>", "</s>"});
        QCOMPARE(byBlocks, (Texts{"upon", "·ing", "␣", "·⏎", "</s>"}));
        QCOMPARE(prettyOf(sequenceOf({{"Once", 0}}), {"Ġupon", "ing", "Ċ"}), (Texts{"upon", "·ing", "·⏎"}));
        const Sequence words = sequenceOf({{"[CLS]", -1}, {"walk", 0}, {"##ing", 0}, {"[SEP]", -1}});
        QCOMPARE(prettyOf(words, {"bird", "##ing", "[SEP]"}), (Texts{"bird", "·ing", "[SEP]"}));
        QCOMPARE(prettyOf(sequenceOf({{"the", 0}}), {"bird", "dog"}), (Texts{"bird", "dog"}));
        QCOMPARE(prettyOf(sequenceOf({{"the", 0}}), {"br@@", "idge"}), (Texts{"br@@", "idge"})); // nothing follows yet
    }
};

QTEST_APPLESS_MAIN(ReadPiecesTest)
#include "read_pieces_test.moc"
