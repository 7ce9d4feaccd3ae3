#include "store/records.h"
#include "viewmodels/map_names.h"
#include "viewmodels/model_opener.h"
#include "viewmodels/runs_load.h"
#include "wording/shown_text.h"

#include <QtTest>

using namespace headlight;

/// Stores, models and folders of others may have any names.
class ShownTextTest : public QObject {
    Q_OBJECT

private slots:
    void isAsOnTheCommandLine() {
        QCOMPARE(shownText(QString::fromUtf8("a\nb\u202ec\x1b[2Jé")), QString::fromUtf8("a?b?c?[2Jé"));
        QCOMPARE(shownText(std::string_view("\xff")), QStringLiteral("?"));
        QVERIFY(shownText(QString(100000, 'W')).size() < 1100);
        QCOMPARE(shownLines("a\nb\x1b"), QStringLiteral("a\nb?"));
    }

    void rightToLeftLettersStandInAnIsolate() {
        QCOMPARE(isolated("the"), QStringLiteral("the"));
        QCOMPARE(isolated(QString::fromUtf8("é😀 2")), QString::fromUtf8("é😀 2"));
        for (const char* word : {"שלום", "سلام", "\xf0\x9e\xa4\x80"}) {
            const QString foreign = QString::fromUtf8(word);
            QCOMPARE(isolated(foreign), QChar(0x2068) + foreign + QChar(0x2069));
            QVERIFY(!QStringLiteral("%1 (2)").arg(isolated(foreign)).isRightToLeft());
        }
    }

    void ofStoredRuns() {
        const std::string foreign = "x\n\u202ey";
        RunSummary summary;
        RunRecord& run = summary.run;
        run.name = run.message = run.model = run.datasetName = run.programVersion = run.machine.host = foreign;
        run.tags = {foreign};
        run.notes = "first line\nsecond\u202e line";
        run.checkpoint = "/runs/" + foreign;
        run.configuration = R"({"train": {"a\nb": "c\u202ed"}})";
        summary.metrics.push_back({});
        summary.metrics.back().name = foreign;
        const RunEntry entry = entryOf(summary);
        for (const QString& text :
             {entry.name, entry.message, entry.model, entry.data, entry.version, entry.machine, entry.tags.first()})
            QCOMPARE(text, QStringLiteral("x??y"));
        QCOMPARE(entry.notes, QStringLiteral("first line\nsecond? line"));
        QCOMPARE(entry.options.firstKey(), QStringLiteral("a?b"));
        QCOMPARE(entry.options.first().toString(), QStringLiteral("c?d"));
        // What things are found by stays as it is.
        QCOMPARE(entry.folder, QString::fromStdString(run.checkpoint));
        QCOMPARE(entry.metrics.first(), QString::fromStdString(foreign));
    }

    void ofModelFolders() {
        QCOMPARE(modelName(QString::fromUtf8("/models/a\u202e\nb")), QStringLiteral("a??b"));
        QCOMPARE(modelName(QString::fromUtf8("/models/a\nb/best")), QString::fromUtf8("a?b · best"));
    }

    void ofPlaces() {
        const auto name = [](MapPart part, int head, const char* label) {
            return headName({Stack::Encoder, 1, part, head}, label);
        };
        QCOMPARE(name(MapPart::Self, 2, "forward"), QString::fromUtf8("layer 1 · head 2"));
        QCOMPARE(name(MapPart::Pooling, 0, "pooling"), QString::fromUtf8("layer 1 · pooling"));
        QCOMPARE(name(MapPart::Pooling, 0, "source2token"), QString::fromUtf8("layer 1 · pooling"));
        QCOMPARE(name(MapPart::Pooling, 1, "head 1"), QString::fromUtf8("layer 1 · head 1")); // of several
        QCOMPARE(name(MapPart::Gate, 0, "gate"), QString::fromUtf8("layer 1 · gate 0"));
        QCOMPARE(name(MapPart::Sensitivity, 0, "sensitivity"), QString::fromUtf8("layer 1 · sensitivity"));
    }

    void ofMaps() {
        AttentionMap map;
        map.address.part = MapPart::Pooling;
        map.label = "pool\n\u202eing";
        map.mask = "f\nw";
        QVERIFY2(titleOfMap(map).startsWith(QString::fromUtf8("layer 0 · pool??ing · f?w")),
                 qPrintable(titleOfMap(map)));
        QCOMPARE(shortName({Stack::Encoder, 0, MapPart::Pooling, 1}, QString::fromStdString(map.label)),
                 QStringLiteral("pool??ing"));
    }
};

QTEST_GUILESS_MAIN(ShownTextTest)
#include "shown_text_test.moc"
