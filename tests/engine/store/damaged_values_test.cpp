#include "message_of.h"
#include "store/store.h"

#include <QTemporaryDir>
#include <QtTest>
#include <SQLiteCpp/SQLiteCpp.h>

using namespace headlight;

namespace {

NewRun someRun() {
    NewRun run;
    run.name = "a run";
    run.model = "mtsa";
    run.task = "classify";
    run.fold = 3;
    return run;
}

/// A whole store with a value of its own in every table that is read.
void fill(const std::filesystem::path& path) {
    Store store(path);
    const RunId id = store.createRun(someRun());
    store.addMetrics(id, {{"dev.accuracy", 1, 0.5, 2, 0.75}, {"dev.accuracy", 2, 1, 4, 0.5}});
    store.addEvaluation(id, {2, 1, "dev", "{}"});
    store.setClock(id, 1, 1000);
    Snapshot snapshot;
    snapshot.tokens = {"a", "b"};
    snapshot.maps.push_back({0, 0, "token-to-token", "weight", "all", {2, 2}, {1, 0, 0, 1}});
    store.addSnapshot(id, snapshot);
    const SweepId sweep = store.createSweep("a sweep", ScalePlan());
    ScaleMeasurement one;
    one.point = {"mtsa", "", "fused", "train", 1, 16, 300, 1};
    store.addMeasurement(sweep, one);
}

/// Everything a store can be asked.
void readAll(const std::filesystem::path& path) {
    const Store store(path);
    for (const RunSummary& run : store.runs()) {
        store.metric(run.run.id, "dev.accuracy");
        store.evaluations(run.run.id);
        for (const SnapshotKey& key : store.snapshotKeys(run.run.id))
            store.snapshot(run.run.id, key.epoch, key.probe);
    }
    for (const SweepRecord& sweep : store.sweeps())
        store.measurements(sweep.id);
}

} // namespace

class DamagedValuesTest : public QObject {
    Q_OBJECT

private slots:
    void aValueThatNoProgramWroteIsRefusedByName_data() {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("column");
        QTest::addColumn<QString>("value");
        const auto rows = [](const char* table, std::initializer_list<const char*> columns,
                             std::initializer_list<const char*> values) {
            for (const char* column : columns)
                for (const char* value : values)
                    QTest::addRow("%s.%s = %s", table, column, value) << table << column << value;
        };
        rows("run", {"created", "updated", "finished"}, {"9e999", "-9e999", "1e15", "-1.0", "'soon'", "x'00'"});
        rows("run", {"id"}, {"0", "-5"});
        rows("sweep", {"id"}, {"-5"});
        rows("run", {"fold", "threads", "cores"}, {"-1", "3000000000", "'many'"});
        rows("run", {"memory_bytes"}, {"-5", "'much'"});
        rows("metric_point", {"step"}, {"'first'"});
        rows("metric_point", {"epoch", "seconds"}, {"9e999", "-1.0", "'late'"});
        rows("metric_point", {"value"}, {"'good'", "x'01'"});
        rows("metric_summary", {"count", "last_step", "best_step"}, {"-1", "'few'"});
        rows("metric_summary", {"best_epoch"}, {"9e999", "-2.0"});
        rows("evaluation", {"step"}, {"-1"});
        rows("evaluation", {"epoch"}, {"-9e999"});
        rows("run_clock", {"zero"}, {"1e300", "-1.0"});
        rows("snapshot", {"epoch", "probe"}, {"-1", "5000000000"});
        rows("snapshot_map", {"layer", "head"}, {"-1", "5000000000"});
        rows("snapshot_map", {"features"}, {"-1"});
        rows("snapshot", {"probe"}, {"2147483647"}); // a list of so many sentences fills the memory
        rows("snapshot", {"tokens"}, {"'[]'", "'[\"a\"]'", "'[1, 2]'", "'a b'", "''"});
        rows("snapshot_map", {"kind"}, {"'foo'", "''", "'gate'", "'source-to-token'"});
        rows("snapshot_map", {"stage"}, {"'bar'", "''"});
        rows("snapshot_map", {"mask"}, {"'zzz'", "'fw x4'", "'fw, bw'"});
        rows("snapshot_map", {"weights"}, {"x'00'", "x''", "zeroblob(12)", "zeroblob(20)"});
        rows("sweep", {"created", "updated"}, {"1e15"});
        rows("sweep", {"cores"}, {"-2"});
        rows("measurement", {"batch", "length", "features", "threads"}, {"0", "-3", "5000000000"});
        rows("measurement", {"repetitions", "parameter_bytes", "attention_bytes", "sequences_at_once"}, {"-1"});
        rows("measurement", {"seconds", "seconds_low", "foretold_bytes", "process_bytes"}, {"-1.0", "9e999"});
    }
    void aValueThatNoProgramWroteIsRefusedByName() {
        QFETCH(QString, table);
        QFETCH(QString, column);
        QFETCH(QString, value);
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("runs.sqlite").toStdString();
        fill(path);
        readAll(path);
        {
            SQLite::Database database(path.string(), SQLite::OPEN_READWRITE);
            QVERIFY(database.exec(QString("UPDATE OR IGNORE %1 SET %2 = %3").arg(table, column, value).toStdString()) >
                    0);
        }
        const QString message = messageOf([&] { readAll(path); });
        const QString where = QString::fromStdString(path.string()) + ": the run store is damaged: ";
        // A map's shape is that of its kind and tokens, so that one may be told when another is wrong.
        const bool isOfShape = column == "tokens" || column == "kind";
        QVERIFY2(message.startsWith(where) && message.contains(", found ") &&
                     (message.contains(column + ": expected ") || (isOfShape && message.contains("shape: expected "))),
                 qPrintable(message));
    }

    void aMapsShapeIsThatOfItsKind_data() {
        QTest::addColumn<QString>("shape");
        for (const char* shape : {"[2.5, 2]", "[4e0]", "[-2, -2]", "4", "{\"a\": 4}", "[\"4\"]", "[4", "", "[4]", "[]",
                                  "[2, 2, 1]", "[1, 4]", "[4, 1]", "[0, 0]", "[4294967296, 4294967296]"})
            QTest::newRow(shape) << shape;
    }
    void aMapsShapeIsThatOfItsKind() {
        QFETCH(QString, shape);
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("runs.sqlite").toStdString();
        fill(path);
        SQLite::Database(path.string(), SQLite::OPEN_READWRITE)
            .exec(("UPDATE snapshot_map SET shape = '" + shape + "'").toStdString());
        const QString message = messageOf([&] { readAll(path); });
        QVERIFY2(message.contains("run 1, maps of probe sentence 0 at epoch 0: shape: expected the shape of a "
                                  "token-to-token map of 2 tokens, found \"" +
                                  shape + '"'),
                 qPrintable(message));
    }
};

QTEST_GUILESS_MAIN(DamagedValuesTest)
#include "damaged_values_test.moc"
