#include "analysis/memory_falls.h"
#include "analysis/scale_sweep.h"

#include <QtTest>

using namespace headlight;

namespace {

ScaleMeasurement pointOf(Index length, std::size_t bytes, Index atOnce) {
    ScaleMeasurement one;
    one.point.length = length;
    one.memory.activations = bytes;
    one.sequencesAtOnce = atOnce;
    return one;
}

} // namespace

class MemoryFallsTest : public QObject {
    Q_OBJECT
private slots:
    void aFallHasItsReason() {
        std::vector<MemoryFall> falls =
            memoryFalls({pointOf(512, 200, 2), pointOf(64, 100, 8), pointOf(256, 300, 6), pointOf(1024, 400, 2)});
        QCOMPARE(falls.size(), std::size_t(1));
        const std::string fewer =
            "Memory falls where fewer sequences are in memory at once: 6 at 256 tokens, 2 at 512.";
        QCOMPARE(memoryFallsText(falls, 3), fewer);
        falls.push_back(falls.front()); // of another curve
        QCOMPARE(memoryFallsText(falls, 3), fewer);
        falls.push_back(memoryFalls({pointOf(8, 200, 1), pointOf(16, 100, 1)}).front());
        QCOMPARE(memoryFallsText(falls, 3),
                 fewer + " Memory falls where more of what a step gives back has a size that it can use again: 8 to 16 "
                         "tokens.");
        QCOMPARE(memoryFallsText({}, 3), std::string());
        ScaleMeasurement large = pointOf(2048, 0, 0);
        large.status = ScaleMeasurement::Status::TooLarge;
        QVERIFY(memoryFalls({pointOf(64, 100, 8), large}).empty());
    }

    void manyPlacesAreCut() {
        std::vector<ScaleMeasurement> curve;
        for (Index k = 1; k <= 5; ++k)
            curve.push_back(pointOf(k, std::size_t(10 - k), 10 - k));
        QCOMPARE(memoryFallsText(memoryFalls(curve), 2),
                 std::string("Memory falls where fewer sequences are in memory at once: 9 at 1 tokens, 8 at 2; 8 at 2 "
                             "tokens, 7 at 3; and 2 more."));
    }

    /// As in the engine: three sequences of each half of the batch, then one.
    void piecesFallAndSayWhy() {
        ScalePlan plan;
        plan.models = parseScaledModels("disa:features=16");
        plan.lengths = {256, 512};
        plan.modes = {StepMode::Train};
        plan.batch = 8;
        plan.features = 16;
        plan.repetitions = 1;
        plan.sequences = {Sequences::Pieces, Sequences::Single};
        std::vector<ScaleMeasurement> pieces, single;
        const std::atomic<bool> never = false;
        runSweep(plan, {}, 1e12, never,
                 {[&](const ScaleMeasurement& one) {
                      (one.point.sequences == Sequences::Pieces ? pieces : single).push_back(one);
                  },
                  {}});
        QCOMPARE(memoryFallsText(memoryFalls(pieces), 3),
                 std::string("Memory falls where fewer sequences are in memory at once: 6 at 256 tokens, 2 at 512."));
        QVERIFY(memoryFalls(single).empty());
    }
};

QTEST_APPLESS_MAIN(MemoryFallsTest)
#include "memory_falls_test.moc"
