#include "message_of.h"
#include "small_word_piece.h"
#include "text/word_piece_vocab.h"

#include <QtTest>

using namespace headlight;

namespace {

const QByteArray molecules =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nc\nC\n(\n)\nO\n1\n=\nn\nCl\n>>\n.\n-\n[nH]\n[C@@H]\n%10\n#\n+\n\\\n";

} // namespace

/// vocab.txt of models that read molecules.
class SmilesPiecesTest : public QObject {
    Q_OBJECT

private slots:
    void atomsBondsAndRingsAreTokens_data() {
        QTest::addColumn<QString>("pieces");
        QTest::newRow("CC(=O)O.CCl>>CC(=O)OC") << "C C ( = O ) O . C Cl >> C C ( = O ) O C";
        QTest::newRow("c1cc[nH]c1") << "c 1 c c [nH] c 1";
        QTest::newRow("C%10C-C#C+C\\C") << "C %10 C - C # C + C \\ C";
        QTest::newRow("C[C@@H](O)[MASK]") << "C [C@@H] ( O ) [MASK]";
        QTest::newRow("CCO [C@@H] cco") << "C C O [C@@H] c c [UNK](o)";
        QTest::newRow("[Na+].Br") << "[UNK]([Na+]) . [UNK](Br)";
        QTest::newRow("CyC") << "C [UNK](y) C";
    }
    void atomsBondsAndRingsAreTokens() {
        QFETCH(QString, pieces);
        const FilesOfTokenizer files;
        const auto tokenizer = readWordPieceVocabulary(files.write("vocab.txt", molecules));
        const std::string text = QTest::currentDataTag();
        QCOMPARE(shown(tokenizer->encode(text), text), pieces);
    }

    void marksStandAroundThem() {
        const FilesOfTokenizer files;
        const auto tokenizer = readWordPieceVocabulary(files.write("vocab.txt", molecules));
        const std::vector<int> ids = idsOf(tokenizer->joined({tokenizer->encode("CO")}));
        QCOMPARE(ids, (std::vector<int>{2, 6, 9, 3}));
        QCOMPARE(tokenizer->decode(ids), std::string("CO"));
        QVERIFY(!tokenizer->example().empty());
    }

    /// The configuration says of what kind a vocabulary is; without it, pieces that continue a word do.
    void othersAreWords() {
        const FilesOfTokenizer files;
        const std::string path = files.write("vocab.txt", molecules + "##c\nnh\n");
        QCOMPARE(shown(readWordPieceVocabulary(path)->encode("cc"), "cc"), QString("c ##c(c)"));
        files.write("tokenizer_config.json", R"({"tokenizer_class": "SmilesTokenizer"})");
        QCOMPARE(shown(readWordPieceVocabulary(path)->encode("cc"), "cc"), QString("c c"));
        files.write("vocab.txt", molecules);
        files.write("tokenizer_config.json", R"({"tokenizer_class": "BertTokenizer"})");
        QCOMPARE(shown(readWordPieceVocabulary(path)->encode("cc"), "cc"), QString("[UNK](cc)"));
    }
};

QTEST_GUILESS_MAIN(SmilesPiecesTest)
#include "smiles_pieces_test.moc"
