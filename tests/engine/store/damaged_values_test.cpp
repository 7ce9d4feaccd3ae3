#include "analysis/scale_measurement.h"
#include "analysis/scale_plan.h"
#include "head_address.h"
#include "message_of.h"
#include "store/store.h"
#include "store/sweep_records.h"

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
    snapshot.maps.push_back({at(0, 0), MapStage::Weight, "all", {2, 2}, {1, 0, 0, 1}});
    store.addSnapshot(id, snapshot);
    const SweepId sweep = store.createSweep("a sweep", ScalePlan());
    ScaleMeasurement one;
    one.point = {"mtsa", "", AttentionForm::Fused, StepMode::Train, 1, 16, 300, 1};
    one.secondsLow = 2;
    one.seconds = 3;
    one.secondsHigh = 4;
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
        rows("metric_point", {"step"}, {"'first'", "9223372036854775807 - step"});
        rows("metric_point", {"epoch", "seconds"}, {"9e999", "1e308", "-1.0", "'late'"});
        rows("metric_point", {"value"}, {"'good'", "x'01'"});
        rows("metric_summary", {"count", "last_step", "best_step"}, {"-1", "'few'", "9223372036854775807"});
        rows("metric_summary", {"best_epoch"}, {"9e999", "-2.0", "1e308"});
        rows("evaluation", {"step"}, {"-1", "9223372036854775807"});
        rows("evaluation", {"epoch"}, {"-9e999"});
        rows("run_clock", {"zero"}, {"1e300", "-1.0"});
        rows("snapshot", {"epoch", "probe"}, {"-1", "5000000000"});
        rows("snapshot_map", {"features"}, {"-1"});
        rows("snapshot", {"probe"}, {"2147483647"}); // a list of so many sentences fills the memory
        rows("snapshot", {"tokens"}, {"'[]'", "'[\"a\"]'", "'[1, 2]'", "'a b'", "''"});
        rows("snapshot_map", {"address"},
             {"'foo'", "''", "'0.0.0'", "'-1.0'", "'0.5000000000'", "'0.gate.0'", "'0.pooling.0'", "7"});
        rows("snapshot_map", {"stage"}, {"'bar'", "''"});
        rows("snapshot_map", {"mask"}, {"'zzz'", "'fw x4'", "'fw, bw'"});
        rows("snapshot_map", {"weights"}, {"x'00'", "x''", "zeroblob(12)", "zeroblob(20)"});
        rows("sweep", {"created", "updated"}, {"1e15"});
        rows("sweep", {"cores"}, {"-2"});
        rows("measurement", {"batch", "length", "features", "threads"}, {"0", "-3", "5000000000"});
        rows("measurement", {"repetitions", "parameter_bytes", "attention_bytes", "sequences_at_once"},
             {"-1", "9223372036854775807"});
        rows("measurement", {"seconds", "seconds_low", "foretold_bytes", "process_bytes"}, {"-1.0", "9e999", "1e308"});
        rows("measurement", {"form", "mode"}, {"'both'", "'Fused'", "7"});
        rows("measurement", {"mode"}, {"''"});
        rows("measurement", {"seconds_low"}, {"3.5"}); // the median is 3
        rows("measurement", {"seconds_high"}, {"2.5", "1e300"});
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
        const bool isOfShape = column == "tokens" || column == "address";
        QVERIFY2(message.startsWith(where) && message.contains(", found ") &&
                     (message.contains(column + ": expected ") || (isOfShape && message.contains("shape: expected "))),
                 qPrintable(message));
    }

    void timesSizesAndCountsAreNoInfinities_data() {
        QTest::addColumn<QString>("metric");
        QTest::addColumn<bool>("isAmount");
        for (const char* metric :
             {"run.seconds", "run.epochs", "test.seconds", "train.peak_bytes", "tokens_per_s", "model.parameters"})
            QTest::newRow(metric) << metric << true;
        for (const char* metric : {"train.loss", "dev.pearson", "dev.accuracy"}) // a loss may well be one
            QTest::newRow(metric) << metric << false;
    }
    void timesSizesAndCountsAreNoInfinities() {
        QFETCH(QString, metric);
        QFETCH(bool, isAmount);
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("runs.sqlite").toStdString();
        {
            Store store(path);
            const RunId id = store.createRun(someRun());
            store.addMetrics(id, {{metric.toStdString(), 1, 0.5, 2, 3}});
        }
        for (const char* value : {"9e999", "-9e999", "-1.0", "1e308"})
            for (const auto& [table, column] : {std::pair("metric_summary", "first"),
                                                {"metric_summary", "last"},
                                                {"metric_summary", "best"},
                                                {"metric_point", "value"}}) {
                SQLite::Database file(path.string(), SQLite::OPEN_READWRITE);
                file.exec(std::string("UPDATE ") + table + " SET " + column + " = " + value);
                const QString message = messageOf([&] {
                    const Store store(path);
                    store.runs();
                    store.metric(1, metric.toStdString());
                });
                QVERIFY2(message.contains(QString("run 1, %1 of %2: %3: expected a number from 0 to 1e24")
                                              .arg(table == std::string("metric_point") ? "points" : "summary", metric,
                                                   column)) == isAmount,
                         qPrintable(message));
                QVERIFY(isAmount || message.isEmpty());
                file.exec(std::string("UPDATE ") + table + " SET " + column + " = 3");
            }
    }

    void aListLeavesOutWhatIsDamaged() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("runs.sqlite").toStdString();
        for (int i = 0; i < 3; ++i)
            fill(path);
        SQLite::Database(path.string(), SQLite::OPEN_READWRITE)
            .exec("UPDATE run SET created = -1 WHERE id = 1; UPDATE sweep SET cores = -2 WHERE id = 3;"
                  "UPDATE metric_summary SET count = -7 WHERE run = 3");
        const Store store(path);
        std::vector<DamagedRow> damaged;
        const std::vector<RunSummary> runs = store.runs(false, &damaged);
        QCOMPARE(runs.size(), std::size_t(1));
        QCOMPARE(runs[0].run.id, RunId(2));
        QCOMPARE(damaged.size(), std::size_t(2));
        QCOMPARE(damaged[0].id, std::int64_t(1));
        QCOMPARE(damaged[1].id, std::int64_t(3));
        QCOMPARE(
            leftOutText("s", damaged),
            std::string("s: the run store is damaged; left out are run 1: created: expected a time between the "
                        "years 1970 and 9999, found \"-1.0\"; run 3, summary of dev.accuracy: count: expected a "
                        "count, at most 1000000000000000000, found \"-7\". All else can be used; put a copy in its "
                        "place to have these again"));
        damaged.clear();
        QCOMPARE(store.sweeps(&damaged).size(), std::size_t(2));
        QCOMPARE(damaged.size(), std::size_t(1));
        QVERIFY(damaged[0].id == 3 && damaged[0].what.starts_with("sweep 3: cores: expected "));
        QVERIFY(leftOutText("s", std::vector<DamagedRow>(5, damaged[0])).find("; and 2 more. All") !=
                std::string::npos);
        QCOMPARE(leftOutText("s", {}), std::string());
    }

    void numbersThatAreUsedUpAreNoFullDisk() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("runs.sqlite").toStdString();
        for (const char* change :
             {"UPDATE sqlite_sequence SET seq = 9223372036854775807",
              "UPDATE run SET id = 9223372036854775807; UPDATE sweep SET id = 9223372036854775807"}) {
            std::filesystem::remove(path);
            {
                Store store(path);
                store.createRun(someRun());
                store.createSweep("a sweep", ScalePlan());
            }
            SQLite::Database(path.string(), SQLite::OPEN_READWRITE).exec(change);
            Store store(path);
            const auto usedUp = [&](const char* what) {
                return QString::fromStdString(path.string()) + ": the run store is damaged: the numbers of " + what +
                       " are used up, 9223372036854775807 is the last. It was left as it is.";
            };
            QVERIFY(messageOf([&] { store.createRun(someRun()); }).startsWith(usedUp("runs")));
            QVERIFY(messageOf([&] { store.createSweep("", ScalePlan()); }).startsWith(usedUp("sweeps")));
        }
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
