#include "message_of.h"
#include "text/byte_pairs.h"
#include "text/vocabulary.h"
#include "words_of.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

using namespace headlight;

using Json = nlohmann::json;
using Names = std::vector<std::string>;

namespace {

const Json& golden() {
    static const Json document = [] {
        std::ifstream file(std::string(HEADLIGHT_SOURCE_DIR) + "/tests/golden/byte_pairs.json");
        return Json::parse(file);
    }();
    return document;
}

void addRowsOf(const char* list) {
    QTest::addColumn<int>("number");
    int number = 0;
    for (const Json& c : golden()[list])
        QTest::newRow(c["name"].get<std::string>().c_str()) << number++;
}

TokenCounts countsOf(const Json& counts) {
    TokenCounts words;
    for (const auto& [word, count] : counts.items())
        for (int k = 0; k < count.get<int>(); ++k)
            words.add(word);
    return words;
}

TokenCounts countsOf(const Names& texts) {
    TokenCounts words;
    for (const std::string& word : texts)
        words.add(word);
    return words;
}

BytePairs pairsOf(const std::vector<BytePairMerge>& merges) {
    BytePairs pairs;
    for (const BytePairMerge& merge : merges)
        if (const std::string problem = pairs.add(merge); !problem.empty())
            throw std::invalid_argument(problem);
    return pairs;
}

std::vector<BytePairMerge> mergesOf(const Json& rows) {
    std::vector<BytePairMerge> merges;
    for (const Json& row : rows)
        merges.push_back({row[0], row[1]});
    return merges;
}

void comparePieces(const BytePairs& pairs, const Json& pieces) {
    for (const auto& [word, expected] : pieces.items())
        QCOMPARE(pairs.pieces(word), expected.get<Names>());
}

} // namespace

class BytePairsTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::string write(const QByteArray& text) {
        const QString path = m_folder.filePath("merges.txt");
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(path));
        return path.toStdString();
    }

    QString messageAbout(const QByteArray& text) {
        return messageOf([&] { readBytePairs(write(text)); });
    }

private slots:
    void mergesAreThoseOfTheDefinition_data() { addRowsOf("learned"); }
    void mergesAreThoseOfTheDefinition() {
        QFETCH(int, number);
        const Json& c = golden()["learned"][std::size_t(number)];
        const BytePairs learned = learnBytePairs(countsOf(c["counts"]), c["most"], c["minimum"]);
        QVERIFY(learned.merges() == mergesOf(c["merges"]));
        comparePieces(learned, c["pieces"]);
        QVERIFY(readBytePairs(write(QByteArray::fromStdString(bytePairsFile(learned)))) == learned);
    }

    void mergesOfAnyFileAreMadeInItsOrder_data() { addRowsOf("foreign"); }
    void mergesOfAnyFileAreMadeInItsOrder() {
        QFETCH(int, number);
        const Json& c = golden()["foreign"][std::size_t(number)];
        comparePieces(pairsOf(mergesOf(c["merges"])), c["pieces"]);
    }

    void ofEquallyFrequentPairsTheLargestIsFirst() {
        const BytePairs learned = learnBytePairs(countsOf(wordsOf("ab ab éx éx zz zz 𝔸c 𝔸c az az")), 10);
        QCOMPARE(bytePairsFile(learned), std::string("#version: 0.2\n𝔸 c</w>\né x</w>\nz z</w>\na z</w>\na b</w>\n"));
    }

    void theOrderOfWordsDoesNotMatter() {
        Names words = wordsOf("the then there other other bother there the these theme");
        const BytePairs learned = learnBytePairs(countsOf(words), 20);
        QVERIFY(!learned.merges().empty());
        std::reverse(words.begin(), words.end());
        QVERIFY(learnBytePairs(countsOf(words), 20) == learned);
    }

    /// The merges of fewer are the first of the merges of more.
    void learningCanStopAnywhere() {
        const TokenCounts words = countsOf(golden()["learned"][2]["counts"]);
        const std::vector<BytePairMerge> all = learnBytePairs(words, 1000).merges();
        QVERIFY(all.size() > 50);
        for (const int count : {0, 1, 7, 50})
            QVERIFY(learnBytePairs(words, count).merges() == std::vector(all.begin(), all.begin() + count));
    }

    void wordsThatNoFileHoldsAreLeftOut() {
        const std::string most(1000, 'x');
        for (const std::string& word : {std::string("a\xC3"), std::string("a b"), std::string("a\nb"),
                                        std::string("a\rb"), std::string("a</w>b"), most + 'x', std::string()})
            QCOMPARE(learnBytePairs(countsOf(Names{word, word, word}), 10).merges().size(), std::size_t(0));
        const BytePairs longest = learnBytePairs(countsOf(Names{most, most}), 10000);
        QCOMPARE(longest.pieces(most), Names{most});
        QVERIFY(readBytePairs(write(QByteArray::fromStdString(bytePairsFile(longest)))) == longest);
    }

    void impossibleNumbersAreAMistake() {
        const TokenCounts words = countsOf(wordsOf("a b"));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, learnBytePairs(words, -1));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, learnBytePairs(words, BytePairs::most + 1));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, learnBytePairs(words, 10, 0));
    }

    void aWordThatNoMergeKnowsIsItsCharacters() {
        QCOMPARE(BytePairs().pieces("größer"), (Names{"g@@", "r@@", "ö@@", "ß@@", "e@@", "r"}));
        QCOMPARE(pairsOf({{"l", "o"}}).pieces("日本"), (Names{"日@@", "本"}));
        QCOMPARE(BytePairs().pieces("ä"), Names{"ä"});
        QCOMPARE(BytePairs().pieces(""), Names{});
    }

    void bytesAreKept() {
        const BytePairs pairs = pairsOf({{"a", "b"}});
        QCOMPARE(pairs.pieces("ab\xC3"), (Names{"ab@@", "\xC3"}));
        QCOMPARE(pairs.pieces("\xFFxab"), (Names{"\xFF@@", "x@@", "a@@", "b"}));
        QCOMPARE(pairs.pieces("a b"), (Names{"a@@", " @@", "b"}));
        const std::string zeros("ab\0\0", 4);
        QCOMPARE(pairs.pieces(zeros), (Names{"ab@@", std::string("\0@@", 3), std::string(1, '\0')}));
    }

    /// No step may take time with the square of the length.
    void manyCharactersAreAWord() {
        const BytePairs pairs = pairsOf({{"a", "a"}, {"aa", "aa"}, {"aa", "aa</w>"}, {"a", "a</w>"}});
        const std::string word(300'001, 'a');
        const Names pieces = pairs.pieces(word);
        QCOMPARE(pieces.size(), std::size_t(75001));
        QCOMPARE(pieces.front(), std::string("aaaa@@"));
        QCOMPARE(pieces.back(), std::string("a"));
        QCOMPARE(wordsOfPieces(pieces), Names{word});
    }

    void piecesJoinToTheirWords() {
        const Json& c = golden()["learned"][2];
        const BytePairs pairs = pairsOf(mergesOf(c["merges"]));
        Names words, pieces;
        for (const auto& [word, count] : c["counts"].items()) {
            words.push_back(word);
            const Names more = pairs.pieces(word);
            pieces.insert(pieces.end(), more.begin(), more.end());
        }
        QVERIFY(pieces.size() > words.size());
        QCOMPARE(wordsOfPieces(pieces), words);
    }

    /// As `sed -r 's/(@@ )|(@@ ?$)//g'` makes of what a model says.
    void piecesWithoutTheirEndAreJoinedAsFarAsTheyGo() {
        QCOMPARE(wordsOfPieces(wordsOf("the low@@ er@@")), (Names{"the", "lower"}));
        QCOMPARE(wordsOfPieces(wordsOf("low@@ @@ er")), Names{"lower"});
        QCOMPARE(wordsOfPieces(wordsOf("a @@ b @@")), (Names{"a", "b"}));
        QCOMPARE(wordsOfPieces(wordsOf("a@ @b")), (Names{"a@", "@b"}));
        QCOMPARE(wordsOfPieces(Names{}), Names{});
    }

    void filesAreReadAsTheyAreWritten() {
        const BytePairs pairs = pairsOf({{"ü", "b"}, {"üb", "er</w>"}, {"#version:", "0.2"}});
        QCOMPARE(bytePairsFile(pairs), std::string("#version: 0.2\nü b\nüb er</w>\n#version: 0.2\n"));
        QVERIFY(readBytePairs(write("#version: 0.2\nü b\nüb er</w>\n#version: 0.2\n")) == pairs);
        QVERIFY(readBytePairs(write("#version: 0.2\r\nü b\r\nüb er</w>\r\n#version: 0.2")) == pairs);
        QVERIFY(readBytePairs(write("#version: 0.2\n")) == BytePairs());
        QVERIFY(readBytePairs(write("#version: 0.2")) == BytePairs());
    }

    void badFilesAreNamed_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        const QByteArray good("#version: 0.2\na b\n");
        QTest::newRow("empty") << QByteArray() << "line 1: expected \"#version: 0.2\", got \"\"; this is no file";
        QTest::newRow("no version") << QByteArray("a b\nab c</w>\n")
                                    << "line 1: expected \"#version: 0.2\", got \"a b\"";
        QTest::newRow("counts") << QByteArray("a b 120\n") << "one of subword-nmt before 0.2, which is not supported";
        QTest::newRow("version") << QByteArray("#version: 0.3\na b\n") << "merges of other versions, and of bytes, are";
        QTest::newRow("bytes") << QByteArray("#version: 0.2 byte\na b\n") << "got \"#version: 0.2 byte\"; merges of";
        QTest::newRow("order mark") << "\xEF\xBB\xBF" + good << "line 1: expected \"#version: 0.2\"";
        QTest::newRow("one part") << good + "ab\n"
                                  << "line 3: expected two symbols with a space between them, got \"ab\"";
        QTest::newRow("three parts") << good + "a b c\n"
                                     << "line 3: expected two symbols with a space between them";
        QTest::newRow("two spaces") << good + "a  b\n"
                                    << "line 3: expected two symbols";
        QTest::newRow("nothing before") << good + " b\n"
                                        << "line 3: expected two symbols";
        QTest::newRow("nothing behind") << good + "a \n"
                                        << "line 3: expected two symbols";
        QTest::newRow("a space") << good + " \n"
                                 << "line 3: expected two symbols";
        QTest::newRow("empty line") << good + "\nc d\n"
                                    << "line 3: expected two symbols with a space between them, got \"\"";
        QTest::newRow("twice") << good + "c d\na b\n"
                               << "line 4: the pair \"a b\" is there twice";
        QTest::newRow("not UTF-8") << good + "a \xE4\n"
                                   << "line 3: the line is not UTF-8";
        QTest::newRow("long") << good + QByteArray(5000, 'x') << "line 3: the line has more than 2000 bytes";
        QTest::newRow("control characters") << good + "\033[2J\n"
                                            << "got \"?[2J\"";
        QTest::newRow("long first") << QByteArray(5000000, 'x') << "line 1: expected \"#version: 0.2\", got \"xxx";
        QTest::newRow("too large") << QByteArray(70'000'000, 'x') << "merges.txt";
    }
    void badFilesAreNamed() {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        const QString said = messageAbout(text);
        QVERIFY2(said.contains(message), qPrintable(said));
        QVERIFY2(said.contains("merges.txt"), qPrintable(said));
        QVERIFY2(!said.contains('\n') && said.size() < 500, qPrintable(said));
    }

    void tooManyMergesAreRefused() {
        QByteArray text("#version: 0.2\n");
        for (int k = 0; k <= BytePairs::most; ++k)
            text += "a " + QByteArray::number(k) + '\n';
        QVERIFY(messageAbout(text).contains("line 262146: there are more than 262144 merges"));
    }

    void badMergesAreNotAdded() {
        BytePairs pairs = pairsOf({{"a", "b"}});
        QCOMPARE(pairs.add({"a", "b"}), std::string("the pair \"a b\" is there twice"));
        QCOMPARE(pairs.add({"", "b"}), std::string("expected two symbols without spaces, got \"\""));
        QCOMPARE(pairs.add({"a", "b c"}), std::string("expected two symbols without spaces, got \"b c\""));
        QVERIFY(pairs == pairsOf({{"a", "b"}}));
    }

    void missingFiles() {
        QVERIFY_THROWS_EXCEPTION(Error, readBytePairs(m_folder.filePath("absent.txt").toStdString()));
        QVERIFY_THROWS_EXCEPTION(Error, readBytePairs(m_folder.path().toStdString()));
    }
};

QTEST_GUILESS_MAIN(BytePairsTest)
#include "byte_pairs_test.moc"
