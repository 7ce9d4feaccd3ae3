#include "data/label_meanings.h"

#include <QtTest>
#include <set>

using namespace headlight;

class LabelMeaningsTest : public QObject {
    Q_OBJECT
private slots:
    void labelsOfTrecAreExplained() {
        const std::vector<std::string> trec = {"DESC", "ENTY", "ABBR", "HUM", "LOC", "NUM"};
        QCOMPARE(labelMeaning("DESC", trec), std::string("description"));
        QCOMPARE(labelMeaning("HUM", trec), std::string("human being"));
        for (const std::string& label : trec)
            QVERIFY2(!labelMeaning(label, trec).empty(), label.c_str());
    }

    void theSameLabelMeansWhatTheOthersMakeOfIt() {
        QCOMPARE(labelMeaning("NUM", {"NOUN", "NUM", "VERB"}), std::string("numeral"));
        QCOMPARE(labelMeaning("LOC", {"O", "B-LOC", "I-LOC", "B-PER", "I-PER"}), std::string("location"));
    }

    void aTagSaysWhichTokenItIs() {
        const std::vector<std::string> tags = {"B-NP", "I-NP", "B-VP", "O"};
        QCOMPARE(labelMeaning("B-NP", tags), std::string("noun phrase, its first token"));
        QCOMPARE(labelMeaning("I-NP", tags), std::string("noun phrase, a further token"));
        QCOMPARE(labelMeaning("O", tags), std::string("none of these"));
    }

    void nothingIsSaidOfLabelsThatNobodyKnows() {
        QCOMPARE(labelMeaning("LOC", {"LOC", "spam"}), std::string());
        QCOMPARE(labelMeaning("spam", {"ham", "spam"}), std::string());
        QCOMPARE(labelMeaning("positive", {"negative", "positive"}), std::string());
        QCOMPARE(labelMeaning("pos", {"neg", "pos"}), std::string("positive"));
    }

    void aRowHasEachLabelOnce() {
        for (const LabelMeanings& row : labelMeanings()) {
            std::set<std::string> seen;
            for (const auto& [label, meaning] : row.meanings)
                QVERIFY2(seen.insert(label).second, label.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(LabelMeaningsTest)
#include "label_meanings_test.moc"
