#include "nn/head_statistics_sum.h"

#include <QtTest>
#include <cmath>

using namespace headlight;

class HeadStatisticsSumTest : public QObject {
    Q_OBJECT

    static AttentionMap mapOf(Index queries, Index keys, std::vector<float> values) {
        AttentionMap map;
        map.queries = queries;
        map.keys = keys;
        map.visible.assign(values.size(), 1);
        map.values = std::move(values);
        return map;
    }

private slots:
    void uniformRowsHaveTheEntropyOfTheirKeys() {
        const HeadStatistics s = headStatistics(mapOf(2, 2, {0.5f, 0.5f, 0.5f, 0.5f}));
        QCOMPARE(*s.entropy, std::log(2.0));
        QCOMPARE(*s.meanDistance, 0.5);
        QCOMPARE(*s.selfShare, 0.5);
    }

    void aFullyMaskedQueryDoesNotCount() {
        // A forward mask: the first query sees nothing, the second looks one back, the third two back.
        const HeadStatistics s = headStatistics(mapOf(3, 3, {0, 0, 0, 1, 0, 0, 1, 0, 0}));
        QCOMPARE(s.queries, Index(2));
        QCOMPARE(*s.entropy, 0.0);
        QCOMPARE(*s.meanDistance, 1.5);
        QCOMPARE(*s.selfShare, 0.0);
    }

    void withoutAQueryThatSeesAnythingThereAreNoMeans() {
        const HeadStatistics s = headStatistics(mapOf(1, 1, {0})); // one token, and a mask without the diagonal
        QCOMPARE(s.queries, Index(0));
        QVERIFY(!s.entropy && !s.meanDistance && !s.selfShare);
    }

    void aSourceToTokenMapHasNoDistance() {
        AttentionMap map = mapOf(1, 4, {0.25f, 0.25f, 0.25f, 0.25f});
        map.address.part = MapPart::Pooling;
        const HeadStatistics s = headStatistics(map);
        QCOMPARE(*s.entropy, std::log(4.0));
        QVERIFY(!s.meanDistance && !s.selfShare);
    }

    void patternScoresAreMeansOverQueriesThatHaveSuchAKey() {
        // [CLS] a [SEP] b [SEP]: the third query sees nothing.
        AttentionMap map = mapOf(5, 5, {0.5f,   0.25f, 0,     0.25f, 0,      //
                                        0.125f, 0.5f,  0.25f, 0,     0.125f, //
                                        0,      0,     0,     0,     0,      //
                                        0,      0,     0.75f, 0.25f, 0,      //
                                        0,      0,     0.25f, 0.25f, 0.5f});
        Sequence sequence;
        for (const bool special : {true, false, true, false, true})
            sequence.tokens.emplace_back().special = special;
        const KeyMarks marks = keyMarksOf(map, sequence);
        QVERIFY(marks.first == 0 && marks.separators == (std::vector<Index>{2, 4}));
        const HeadStatistics s = headStatistics(map, marks);
        QCOMPARE(*s.previous, (0.125 + 0.75 + 0.25) / 3); // the first query has none
        QCOMPARE(*s.next, (0.25 + 0.25 + 0) / 3);         // nor has the last
        QCOMPARE(*s.selfShare, (0.5 + 0.5 + 0.25 + 0.5) / 4);
        QCOMPARE(*s.first, (0.5 + 0.125) / 4);
        QCOMPARE(*s.separator, (0 + 0.375 + 0.75 + 0.75) / 4);

        map.address.part = MapPart::Pooling; // not of queries, but of keys
        QVERIFY(!headStatistics(map, marks).previous && headStatistics(map, marks).first);
        QVERIFY(!headStatistics(map).first && !headStatistics(map).separator);
        map.firstKey = 1; // a part behind the first token
        map.keys = 4;
        QVERIFY(!keyMarksOf(map, sequence).first);
        QCOMPARE(keyMarksOf(map, sequence).separators, (std::vector<Index>{1, 3}));
        map.keyNames = {"0 … 4"};
        QVERIFY(keyMarksOf(map, sequence).separators.empty());
    }

    void scoresAreRefused() {
        AttentionMap map = mapOf(1, 1, {3});
        map.stage = MapStage::Score;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, headStatistics(map));
    }
};

QTEST_GUILESS_MAIN(HeadStatisticsSumTest)
#include "head_statistics_sum_test.moc"
