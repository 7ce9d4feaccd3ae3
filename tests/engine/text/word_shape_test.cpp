#include "text/vocabulary.h"
#include "text/word_shape.h"

#include <QtTest>

using namespace headlight;

namespace {

using Names = std::vector<std::string>;

} // namespace

class WordShapeTest : public QObject {
    Q_OBJECT
private slots:
    void shapesOfWords_data() {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("shapes");
        QTest::newRow("small") << "walking"
                               << "<a-ing> <a-ng> <a-g> <a>";
        QTest::newRow("name") << "Vilnius"
                              << "<Aa-ius> <Aa-us> <Aa-s> <Aa>";
        QTest::newRow("short") << "cat"
                               << "<a-t> <a>";
        QTest::newRow("shorter") << "it"
                                 << "<a>";
        QTest::newRow("one capital") << "Q"
                                     << "<Aa>";
        QTest::newRow("capitals") << "NATO"
                                  << "<AA-to> <AA-o> <AA>";
        QTest::newRow("mixed") << "iPhone"
                               << "<aA-one> <aA-ne> <aA-e> <aA>";
        QTest::newRow("number") << "1,250.5"
                                << "<0>";
        QTest::newRow("letters and digits") << "B2B"
                                            << "<a0>";
        QTest::newRow("hyphen") << "well-known"
                                << "<a+-own> <a+-wn> <a+-n> <a+>";
        QTest::newRow("marks") << "..."
                               << "<.>";
        QTest::newRow("hyphen alone") << "--"
                                      << "<.>";
        QTest::newRow("letters of two bytes") << "Žalgirė"
                                              << "<Aa-irė> <Aa-rė> <Aa-ė> <Aa>";
        QTest::newRow("no letters that have two cases") << "東京駅前"
                                                        << "<a-駅前> <a-前> <a>";
        QTest::newRow("nothing") << ""
                                 << "<.>";
    }
    void shapesOfWords() {
        QFETCH(QString, word);
        QFETCH(QString, shapes);
        QStringList found;
        for (const std::string& shape : shapesOf(word.toStdString()))
            found << QString::fromStdString(shape);
        QCOMPARE(found.join(' '), shapes);
    }

    /// What an absent word gets is the narrowest class that enough rare words of the training set belong to.
    void absentWordsHaveTheirClass() {
        TokenCounts counts;
        for (const char* word : {"the", "the", "singing", "walking", "baking", "Oslo", "Riga", "7"})
            counts.add(word);
        Vocabulary vocabulary = Vocabulary::fromCounts(counts, 2);
        QCOMPARE(vocabulary.id("walking"), int(Vocabulary::unknown));
        vocabulary.addShapes(counts, 2);
        QCOMPARE(vocabulary.token(vocabulary.id("walking")), std::string("<a-ing>"));
        QCOMPARE(vocabulary.token(vocabulary.id("dancing")), std::string("<a-ing>"));
        QCOMPARE(vocabulary.token(vocabulary.id("Bern")), std::string("<Aa>"));
        QCOMPARE(vocabulary.id("8"), int(Vocabulary::unknown)); // there was one number only
        QCOMPARE(vocabulary.token(vocabulary.id("the")), std::string("the"));
        QVERIFY(!vocabulary.contains("dancing"));

        Vocabulary other; // read from a file, it does not know that it has classes
        for (const std::string& token : vocabulary.tokens())
            other.add(token);
        QCOMPARE(other.id("dancing"), int(Vocabulary::unknown));
        other.useShapes(true);
        QCOMPARE(other.id("dancing"), vocabulary.id("dancing"));
    }
};

QTEST_GUILESS_MAIN(WordShapeTest)
#include "word_shape_test.moc"
