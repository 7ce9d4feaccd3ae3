// What a pass leaves behind.

#include "models/recording.h"

#include "nn/trace.h"

#include <QtTest>

using namespace headlight;

class RecordingTest : public QObject {
    Q_OBJECT

    static MapSource sourceAt(Stack stack, MapPart part) {
        MapSource source{.address = {stack, 0, part, 1}, .queries = 2, .keys = 2};
        return source;
    }

private slots:
    /// A head is found by the sequence that its queries are of.
    void headsAreOfTheSequenceThatThePassIsOver() {
        Trace ofSource(0), ofTarget(1, 0);
        ofSource.record(sourceAt(Stack::Encoder, MapPart::Self));
        ofTarget.record(sourceAt(Stack::Decoder, MapPart::Cross));
        std::vector<Recording::Head> heads;
        addRecordedHeads(ofSource, heads);
        addRecordedHeads(ofTarget, heads);
        const Recording recording(std::vector<Sequence>(2), heads, {});
        const MapAddress own{Stack::Encoder, 0, MapPart::Self, 1}, cross{Stack::Decoder, 0, MapPart::Cross, 1};
        QCOMPARE(recording.heads(0), std::vector<MapAddress>{own});
        QCOMPARE(recording.heads(1), std::vector<MapAddress>{cross});
        QCOMPARE(recording.source(own, 0), ofSource.sources().front());
        QCOMPARE(recording.source(cross, 1)->keySequence, 0);
        QVERIFY(!recording.has(cross, 0));
    }
};

QTEST_GUILESS_MAIN(RecordingTest)
#include "recording_test.moc"
