#include "data/bio.h"
#include "words_of.h"

#include "text/unicode.h"

#include <QtTest>

using namespace headlight;

using Names = std::vector<std::string>;
using Spans = std::vector<TagSpan>;

namespace {

Spans spansIn(const char* tags) {
    return spansOf(wordsOf(tags));
}

QString problemsIn(const char* tags, TagScheme scheme) {
    QStringList problems;
    for (const IllFormedTag& tag : illFormedTags(wordsOf(tags), scheme))
        problems << QString("%1: %2").arg(tag.token).arg(QString::fromStdString(tag.problem));
    return problems.join("; ");
}

} // namespace

class BioTest : public QObject {
    Q_OBJECT

private slots:
    void theTagsTellTheScheme_data() {
        QTest::addColumn<QString>("tags");
        QTest::addColumn<QString>("scheme");
        QTest::newRow("BIO") << "O B-NP I-NP B-VP"
                             << "BIO";
        QTest::newRow("without O") << "B-NP I-NP"
                                   << "BIO";
        QTest::newRow("single tokens") << "O B-LOC"
                                       << "BIO";
        QTest::newRow("no labels") << "B I O"
                                   << "BIO";
        QTest::newRow("labels with hyphens") << "O B-C-ARG1 I-C-ARG1"
                                             << "BIO";
        QTest::newRow("no begin") << "O I-PER I-LOC"
                                  << "IOB1";
        QTest::newRow("BIOES") << "O B-X I-X E-X S-X"
                               << "BIOES";
        QTest::newRow("long spans only") << "O B-X I-X E-X"
                                         << "BIOES";
        QTest::newRow("single tokens of BIOES") << "O S-X"
                                                << "BIOES";
        QTest::newRow("parts of speech") << "NOUN VERB ADJ"
                                         << "plain tags";
        QTest::newRow("Penn Treebank") << "NN VB -LRB- -RRB- ."
                                       << "plain tags";
        QTest::newRow("one foreign tag") << "O B-NP I-NP X"
                                         << "plain tags";
        QTest::newRow("nothing but O") << "O"
                                       << "plain tags";
        QTest::newRow("single letters") << "B I S"
                                        << "plain tags";
        QTest::newRow("IOE") << "O I-X E-X"
                             << "plain tags";
        QTest::newRow("BILOU") << "O B-X I-X L-X U-X"
                               << "plain tags";
        QTest::newRow("O with a label") << "O-X B-X I-X"
                                        << "plain tags";
        QTest::newRow("no label behind the hyphen") << "O B- I-"
                                                    << "plain tags";
        QTest::newRow("no tag") << ""
                                << "plain tags";
    }
    void theTagsTellTheScheme() {
        QFETCH(QString, tags);
        QFETCH(QString, scheme);
        QCOMPARE(QString(nameOf(schemeOfTags(wordsOf(tags.toStdString())))), scheme);
    }

    void aTagIsCutAtItsFirstHyphen() {
        QCOMPARE(std::string(partsOf("B-C-ARG1").position), std::string("B"));
        QCOMPARE(std::string(partsOf("B-C-ARG1").label), std::string("C-ARG1"));
        QCOMPARE(std::string(partsOf("O").position), std::string("O"));
        QVERIFY(partsOf("O").label.empty());
    }

    // The golden file of conlleval has more (tag_scores_test).
    void spansAreThoseOfConlleval() {
        QCOMPARE(spansIn("B-NP I-NP O B-VP"), (Spans{{0, 2, "NP"}, {3, 4, "VP"}}));
        QCOMPARE(spansIn("O I-X I-X"), (Spans{{1, 3, "X"}}));                // I behind O
        QCOMPARE(spansIn("B-X I-Y I-Y"), (Spans{{0, 1, "X"}, {1, 3, "Y"}})); // I behind another label
        QCOMPARE(spansIn("B-X B-X I-X"), (Spans{{0, 1, "X"}, {1, 3, "X"}})); // B behind the same label
        QCOMPARE(spansIn("S-X B-X E-X E-X"), (Spans{{0, 1, "X"}, {1, 3, "X"}, {3, 4, "X"}}));
        QCOMPARE(spansIn("B I O I"), (Spans{{0, 2, ""}, {3, 4, ""}}));
        QCOMPARE(spansIn("O O"), Spans());
        QCOMPARE(spansIn(""), Spans());
    }

    void anyTagsHaveSpansWithoutHarm() {
        const Spans spans = spansOf(Names{"", "-", "NN", "O-X", "I-X", "--", "B-", ".", "B-X"});
        QVERIFY(!spans.empty());
        int end = 0;
        for (const TagSpan& span : spans) {
            QVERIFY(span.begin >= end && span.end > span.begin);
            end = span.end;
        }
        QCOMPARE(end, 9);
    }

    void illFormedTagsAreNamedWithTheirPlace() {
        QCOMPARE(problemsIn("B-NP I-NP O B-NP B-NP", TagScheme::Bio), QString());
        QCOMPARE(problemsIn("I-NP I-NP O I-VP B-NP I-VP", TagScheme::Bio),
                 QString("0: I-NP at the beginning of the sentence; 3: I-VP behind O; 5: I-VP behind B-NP"));
        QCOMPARE(problemsIn("I-X B-X I-X I-Y B-Y", TagScheme::Iob1), QString());
        QCOMPARE(problemsIn("B-X O B-X B-Y", TagScheme::Iob1),
                 QString("0: B-X at the beginning of the sentence; 2: B-X behind O; 3: B-Y behind B-X"));
        QCOMPARE(problemsIn("S-X B-X I-X E-X O B-Y E-Y", TagScheme::Bioes), QString());
        QCOMPARE(problemsIn("B-X O E-X B-X I-X", TagScheme::Bioes),
                 QString("1: B-X in front of O; 2: E-X behind O; 4: I-X at the end of the sentence"));
        QCOMPARE(problemsIn("B-X E-X", TagScheme::Bio), QString("1: E-X is no tag of BIO"));
        QCOMPARE(problemsIn("NN I-X", TagScheme::Plain), QString());
        QCOMPARE(problemsIn("", TagScheme::Bioes), QString());
    }
};

QTEST_GUILESS_MAIN(BioTest)
#include "bio_test.moc"
