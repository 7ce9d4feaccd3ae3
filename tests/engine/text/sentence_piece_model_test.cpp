#include "text/pieces/model_file.h"

#include "message_of.h"
#include "sentence_piece_files.h"

#include <QtTest>
#include <limits>

using namespace headlight;

namespace {

QString messageOfModel(const std::string& bytes) {
    return messageOf([&] { readPieceModel(bytes, "x.model"); });
}

std::string withTable(const std::string& table) {
    return smallPieces() + chunkBytes(3, chunkBytes(2, table));
}

std::string bytePieces(int count) {
    std::string pieces = smallPieces();
    for (int byte = 0; byte < count; ++byte)
        pieces += pieceBytes(QString::asprintf("<0x%02X>", byte).toStdString(), 0, 6);
    return pieces;
}

} // namespace

class SentencePieceModelTest : public QObject {
    Q_OBJECT

private slots:
    void aModelIsRead() {
        const std::string trainer = wholeBytes(3, 2) + wholeBytes(24, 1) + wholeBytes(35, 1) + wholeBytes(4, 8000) +
                                    chunkBytes(1, "corpus.txt");
        const std::string normalizer = wholeBytes(3, 0) + wholeBytes(4, 0) + wholeBytes(5, 0);
        const SentencePieceModel model =
            readPieceModel(bytePieces(256) + chunkBytes(2, trainer) + chunkBytes(3, normalizer) +
                               chunkBytes(4, chunkBytes(1, "self test")) + chunkBytes(200, "extension"),
                           "x.model");
        QCOMPARE(model.pieces.size(), 7 + 256);
        QCOMPARE(model.pieces.token(3), std::string("\u2581a"));
        QCOMPARE(model.scores[4], -2.0f);
        QVERIFY(model.kinds[1] == PieceKind::Control && model.kinds[7] == PieceKind::Byte);
        QVERIFY(model.rule == PieceRule::BytePairs && model.bytes && model.spaceBehind);
        QVERIFY(!model.dummySpace && !model.fewSpaces && !model.markSpaces);
        const SentencePieceModel plain = readPieceModel(smallPieces(), "x.model");
        QVERIFY(plain.rule == PieceRule::Unigram && !plain.bytes && !plain.spaceBehind);
        QVERIFY(plain.dummySpace && plain.fewSpaces && plain.markSpaces);
    }

    void whatIsNoModelIsRefused_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const std::string& bytes, const char* message) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << "x.model: " + QString(message);
        };
        const std::string a = pieceBytes("a");
        row("empty", "", "it has no pieces; is it a SentencePiece model?");
        row("text", "version https://git-lfs.github.com",
            "byte 0: a field of the kind 6, which is not in use; the file is damaged or no SentencePiece model");
        row("cut off", smallPieces().substr(0, 29),
            "byte 18: a field reaches beyond its end; the file is cut off or damaged");
        row("no field 0", std::string("\x02\x00", 2),
            "byte 0: there is no field 0; the file is damaged or no SentencePiece model");
        row("long number", std::string(11, '\xff'),
            "byte 0: the number of a field has more than 64 bits; the file is damaged");
        row("wrong kind", wholeBytes(1, 3),
            "byte 1: a piece is no text or message; the file is damaged or no SentencePiece model");
        row("empty piece", chunkBytes(1, ""), "byte 2: piece 0: the token is empty");
        row("long piece", pieceBytes(std::string(1001, 'a')),
            "byte 3: piece 0: the token has more than 1000 bytes; this is no vocabulary");
        row("no UTF-8", pieceBytes("\xff"), "byte 2: piece 0: the token is not UTF-8");
        row("zero", pieceBytes(std::string("a\0", 2)), "byte 2: piece 0 has a zero in it; the file is damaged");
        row("twice", a + a, "byte 14: piece 1: the token \"a\" is there twice");
        row("not finite", pieceBytes("a", std::numeric_limits<float>::infinity()),
            "byte 6: the score of the piece \"a\" is not finite; the file is damaged");
        row("type", pieceBytes("a", 0, 7), "byte 11: the piece \"a\" has the type 7; there are 1 to 6");
        row("no unknown", a, "0 pieces stand for unknown text (type 2); there must be one");
        row("two unknown", a + pieceBytes("b", 0, 2) + pieceBytes("c", 0, 2),
            "2 pieces stand for unknown text (type 2); there must be one");
        row("only marks", markBytes(), "all pieces are marks or bytes; a vocabulary needs others");
        row("rule", a + chunkBytes(2, wholeBytes(3, 5)),
            "byte 15: the model has the type 5; there are 1 to 4 (unigram, BPE, words, characters)");
        row("flag", a + chunkBytes(3, wholeBytes(3, 2)),
            "byte 15: add_dummy_prefix is neither yes nor no; the file is damaged");
        row("few bytes", bytePieces(255) + chunkBytes(2, wholeBytes(35, 1)),
            "there are 255 pieces for bytes, but byte_fallback needs 256; the file is damaged");
        row("bytes without fallback", bytePieces(256),
            "the byte \"<0x00>\" is a piece, but byte_fallback is off; the file is damaged");
        row("no byte", smallPieces() + pieceBytes("<0xa0>", 0, 6),
            "the byte \"<0xa0>\" is none of <0x00> to <0xFF>; the file is damaged");
    }
    void whatIsNoModelIsRefused() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, message);
        QCOMPARE(messageOfModel(bytes.toStdString()), message);
    }

    /// The library reads beyond the end of its own list where more begin with one another.
    void userDefinedPiecesAreNestedToALimit() {
        std::string pieces = smallPieces();
        for (std::size_t length = 1; length <= 64; ++length)
            pieces += pieceBytes(std::string(length, 'x'), 0, 4);
        QCOMPARE(messageOfModel(pieces), QString());
        QCOMPARE(messageOfModel(pieces + pieceBytes(std::string(65, 'x'), 0, 4)),
                 "x.model: the user-defined piece \"" + QString(40, 'x') +
                     "…\" begins with 64 others; at most 63 are read");
    }

    /// The library follows a damaged table wherever it leads.
    void damagedTablesAreRefused_data() {
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* name, const std::string& table, const char* problem) {
            QTest::newRow(name) << QByteArray::fromStdString(table) << QString(problem);
        };
        const std::string texts("b\0", 2);
        // The root's children are at 256; 'a' there has a text, whose place is at 512.
        const std::uint32_t root = 256 << 10, a = (256 ^ 'a' ^ 512) << 10 | 1 << 8 | 'a', text = 1u << 31;
        const auto units = [&](std::uint32_t first, std::uint32_t second, std::uint32_t third) {
            return unitBytes(768, {{0, first}, {256 ^ 'a', second}, {512, third}});
        };
        row("good", tableBytes(units(root, a, text), texts), "");
        row("none", "", "");
        row("cut off", "abc", "it is cut off");
        row("no units", tableBytes("", texts), "its array has 0 bytes, which does not fit its 6 bytes");
        row("odd size", tableBytes("abc", texts), "its array has 3 bytes, which does not fit its 9 bytes");
        row("too short", tableBytes(units(root, a, text), texts).substr(0, 3000),
            "its array has 3072 bytes, which does not fit its 3000 bytes");
        row("root", tableBytes(units(1024 << 10, a, text), texts),
            "unit 0 of its array leads to unit 1024, behind its 768");
        row("part of a block", tableBytes(unitBytes(300, {{0, root}}), texts),
            "unit 0 of its array leads to unit 256, behind its 300");
        row("far", tableBytes(units(root, (1u << 20) << 10 | 1 << 9 | 'a', text), texts),
            "unit 353 of its array leads to unit 268435809, behind its 768");
        row("circle", tableBytes(units(root, (256 ^ 'a' ^ 256) << 10 | 'a', text), texts),
            "its array leads from unit 353 back to it");
        row("no text", tableBytes(units(root, a, text | 2), texts),
            "it leads to a text at byte 2, behind its 2 bytes of texts");
        row("no end", tableBytes(units(root, a, text), "b"),
            "it leads to a text at byte 0, behind its 1 bytes of texts");
        row("long text", tableBytes(units(root, a, text), std::string(65, 'x') + '\0'),
            "a text in it has 65 bytes, more than the 64 that are read");
        row("no UTF-8", tableBytes(units(root, a, text), std::string("\xff\0", 2)), "a text in it is not UTF-8");
    }
    void damagedTablesAreRefused() {
        QFETCH(QByteArray, table);
        QFETCH(QString, problem);
        const QString message = messageOfModel(withTable(table.toStdString()));
        if (problem.isEmpty())
            QCOMPARE(message, QString());
        else
            QVERIFY2(message.endsWith("the table of characters (precompiled_charsmap): " + problem +
                                      "; the file is damaged"),
                     qPrintable(message));
    }

    void aTableFindsTheLongestSequence() {
        const std::uint32_t root = 256 << 10, a = (256 ^ 'a' ^ 512) << 10 | 1 << 8 | 'a',
                            b = (512 ^ 'b' ^ 768) << 10 | 1 << 8 | 'b';
        CharactersMap map;
        QCOMPARE(map.longest("a").bytes, std::size_t(0));
        const std::string units =
            unitBytes(1024, {{0, root}, {256 ^ 'a', a}, {512, 1u << 31}, {512 ^ 'b', b}, {768, 1u << 31 | 2}});
        QCOMPARE(map.read(tableBytes(units, std::string("A\0\0", 3))), std::string());
        QCOMPARE(map.longest("ac").bytes, std::size_t(1));
        QVERIFY(map.longest("a").text == "A");
        QCOMPARE(map.longest("abc").bytes, std::size_t(2));
        QVERIFY(map.longest("ab").text.empty());
        QCOMPARE(map.longest("b").bytes, std::size_t(0));
        QCOMPARE(map.longest("").bytes, std::size_t(0));
    }

    /// Of a way from unit to unit that ends nowhere near.
    void longSequencesAreRefused() {
        const auto table = [](std::size_t length) {
            std::string units = unitBytes(256 * (length + 2), {{0, 256 << 10}});
            for (std::size_t k = 1; k <= length; ++k) {
                const std::size_t place = 256 * k ^ 'a';
                const auto unit = std::uint32_t((place ^ 256 * (k + 1)) << 10 | 'a');
                for (std::size_t byte = 0; byte < 4; ++byte)
                    units[place * 4 + byte] = char(unit >> (8 * byte) & 0xFF);
            }
            return tableBytes(units, std::string("\0", 1));
        };
        CharactersMap map;
        QCOMPARE(map.read(table(127)), std::string());
        QCOMPARE(map.read(table(128)), std::string());
        QCOMPARE(map.read(table(129)), std::string("a sequence in it has more than 128 bytes"));
    }
};

QTEST_GUILESS_MAIN(SentencePieceModelTest)
#include "sentence_piece_model_test.moc"
