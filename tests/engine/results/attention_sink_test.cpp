#include "results/attention_sink.h"

#include "head_address.h"
#include "nn/head_statistics_sum.h"

#include <QtTest>
#include <cmath>

using namespace headlight;

namespace {

/// Causal: each query gives the first key `share`, and the others the rest in equal parts; the first sees itself.
AttentionMap mapOf(Index tokens, float share) {
    AttentionMap map;
    map.address = at(0, 0);
    map.queries = map.keys = tokens;
    for (Index query = 0; query < tokens; ++query)
        for (Index key = 0; key < tokens; ++key) {
            const bool isSeen = key <= query;
            map.visible.push_back(isSeen);
            map.values.push_back(!isSeen ? 0 : query == 0 ? 1 : key == 0 ? share : (1 - share) / float(query));
        }
    return map;
}

} // namespace

/// Whether the first token takes most of a head's attention.
class AttentionSinkTest : public QObject {
    Q_OBJECT

private slots:
    void isTheMeanShareOfTheQueriesBehindTheFirst() {
        QVERIFY(std::abs(*sinkShareOf(mapOf(10, 0.75f)) - 0.75) < 1e-6); // the first query's 1 does not count
        QVERIFY(*sinkShareOf(mapOf(10, 0.25f)) < sinkShareAbove);
    }

    void fewKeysSayNothing() {
        QVERIFY(!sinkShareOf(mapOf(3, 0.75f)));
        AttentionMap map = mapOf(4, 0.75f); // of which the last query alone sees four
        map.values[2 * 4] = 0;
        QVERIFY(std::abs(*sinkShareOf(map) - 0.75) < 1e-6);
    }

    void isOfWeightsOfSelfAttentionThatHaveTheFirstToken() {
        for (const auto& change : std::initializer_list<void (*)(AttentionMap&)>{
                 [](AttentionMap& map) { map.stage = MapStage::Score; }, [](AttentionMap& map) { map.firstKey = 3; },
                 [](AttentionMap& map) { map.keyNames = {"block"}; },
                 [](AttentionMap& map) { map.address.part = MapPart::Cross; }}) {
            AttentionMap map = mapOf(10, 0.75f);
            change(map);
            QVERIFY(!sinkShareOf(map));
        }
    }

    void statisticsHaveTheSame() {
        for (const float share : {0.25f, 0.75f}) {
            const AttentionMap map = mapOf(12, share);
            QVERIFY(std::abs(*headStatistics(map, {0, {}}).sink - *sinkShareOf(map)) < 1e-9);
        }
        QVERIFY(!headStatistics(mapOf(12, 0.75f)).sink); // it is not said which key is the first
    }
};

QTEST_APPLESS_MAIN(AttentionSinkTest)
#include "attention_sink_test.moc"
