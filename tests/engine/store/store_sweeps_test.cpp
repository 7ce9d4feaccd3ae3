#include "core/error.h"
#include "engine/store/old_snapshots.h"
#include "engine/store/sweep_records.h"
#include "message_of.h"
#include "store/sweep_recorder.h"

#include <QTemporaryDir>
#include <QtTest>
#include <SQLiteCpp/SQLiteCpp.h>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace headlight;

namespace {

ScalePlan smallPlan(const std::string& lengths = "8,16") {
    ScalePlan plan;
    plan.models = parseScaledModels("avg,cbow");
    plan.lengths = parseLengths(lengths);
    plan.batch = 2;
    plan.features = 8;
    plan.modes = {StepMode::Infer};
    plan.repetitions = 1;
    return plan;
}

/// Of store version 5.
constexpr const char* olderMeasurements = R"sql(CREATE TABLE measurement (
    id INTEGER PRIMARY KEY,
    sweep INTEGER NOT NULL REFERENCES sweep ON DELETE CASCADE,
    encoder TEXT NOT NULL,
    options TEXT NOT NULL,
    form TEXT NOT NULL,
    mode TEXT NOT NULL,
    batch INTEGER NOT NULL,
    length INTEGER NOT NULL,
    features INTEGER NOT NULL,
    threads INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('measured', 'too large', 'failed')),
    message TEXT NOT NULL,
    repetitions INTEGER NOT NULL,
    seconds REAL NOT NULL,
    seconds_low REAL NOT NULL,
    seconds_high REAL NOT NULL,
    parameter_bytes INTEGER NOT NULL,
    gradient_bytes INTEGER NOT NULL,
    optimizer_bytes INTEGER NOT NULL,
    activation_bytes INTEGER NOT NULL,
    attention_bytes INTEGER NOT NULL,
    foretold_bytes REAL NOT NULL,
    process_bytes REAL NOT NULL,
    measured REAL NOT NULL,
    UNIQUE (sweep, encoder, options, form, mode, batch, length, features, threads)
))sql";

} // namespace

class StoreSweepsTest : public QObject {
    Q_OBJECT
private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void everyPointIsInTheStoreAtOnce() {
        std::atomic<bool> cancelled = false;
        SweepId id = 0;
        int seen = 0;
        SweepListener listener;
        listener.recorded = [&](SweepId sweep) { id = sweep; };
        listener.points.measured = [&](const ScaleMeasurement& one) {
            const auto stored = Store(path()).measurements(id);
            QCOMPARE(stored.size(), std::size_t(++seen));
            QVERIFY(stored.back().point == one.point);
            QCOMPARE(stored.back().seconds, one.seconds);
            QCOMPARE(stored.back().memory.total(), one.memory.total());
            cancelled = seen == 3;
        };
        QVERIFY(!measureRecorded(path(), "small", smallPlan(), 1e12, cancelled, listener));
        const SweepRecord sweep = Store(path()).sweep(id);
        QCOMPARE(sweep.name, std::string("small"));
        QCOMPARE(sweep.points, std::int64_t(3));
        QVERIFY(sameConditions(sweep, thisMachine(), HEADLIGHT_VERSION));

        // It goes on with what is missing, and takes in what a larger plan adds.
        cancelled = false;
        seen = 0;
        listener.points.measured = [&](const ScaleMeasurement&) { ++seen; };
        QVERIFY(continueRecorded(path(), id, smallPlan("8,16,24"), 1e12, cancelled, listener));
        QCOMPARE(seen, 3);
        QCOMPARE(Store(path()).measurements(id).size(), std::size_t(6));
        QCOMPARE(planOf(Store(path()).sweep(id)).lengths.size(), std::size_t(3));
    }

    void anExtendedPlanHasAllThatIsMeasured() {
        const std::atomic<bool> never = false;
        SweepId id = 0;
        SweepListener listener;
        listener.recorded = [&](SweepId sweep) { id = sweep; };
        QVERIFY(measureRecorded(path(), "", smallPlan("8,24"), 1e12, never, listener));
        int seen = 0;
        listener.points.measured = [&](const ScaleMeasurement&) { ++seen; };
        QVERIFY(continueRecorded(path(), id, smallPlan("16"), 1e12, never, listener));
        QCOMPARE(seen, 2); // what was asked for, no more
        const SweepRecord sweep = Store(path()).sweep(id);
        QCOMPARE(planOf(sweep).lengths, (std::vector<Index>{8, 16, 24}));
        QCOMPARE(std::size_t(sweep.points), planOf(sweep).points().size());
    }

    void whatWasTooLargeIsTriedAgain() {
        const std::atomic<bool> never = false;
        SweepId id = 0;
        SweepListener listener;
        listener.recorded = [&](SweepId sweep) { id = sweep; };
        measureRecorded(path(), "", smallPlan(), 1, never, listener);
        for (const ScaleMeasurement& one : Store(path()).measurements(id)) {
            QCOMPARE(int(one.status), int(ScaleMeasurement::Status::TooLarge));
            QVERIFY(one.predictedBytes > 1);
        }
        continueRecorded(path(), id, smallPlan(), 1e12, never, listener);
        QCOMPARE(Store(path()).measurements(id).size(), std::size_t(4));
        for (const ScaleMeasurement& one : Store(path()).measurements(id))
            QCOMPARE(int(one.status), int(ScaleMeasurement::Status::Measured));
    }

    void otherConditionsAreAnotherSweep() {
        const std::atomic<bool> never = false;
        SweepId id = 0;
        SweepListener listener;
        listener.recorded = [&](SweepId sweep) { id = sweep; };
        measureRecorded(path(), "", smallPlan(), 1e12, never, listener);
        ScalePlan threads = smallPlan();
        threads.threads = 2;
        QVERIFY(messageOf([&] {
                    continueRecorded(path(), id, threads, 1e12, never, listener);
                }).contains("with 1 thread; its"));
        const auto refuses = [&](auto ScalePlan::*what, auto value, const char* says) {
            ScalePlan plan = smallPlan();
            plan.*what = value;
            return messageOf([&] { continueRecorded(path(), id, plan, 1e12, never, listener); }).contains(says);
        };
        QVERIFY(refuses(&ScalePlan::batch, Index(77), "with a batch of 77"));
        QVERIFY(refuses(&ScalePlan::features, Index(9), "with 9 features"));
        QVERIFY(refuses(&ScalePlan::optimizer, std::string("sgd"), "with the optimizer sgd"));
        SQLite::Database(path().string(), SQLite::OPEN_READWRITE).exec("UPDATE sweep SET processor = 'abacus'");
        QVERIFY(
            messageOf([&] { continueRecorded(path(), id, smallPlan(), 1e12, never, listener); }).contains("abacus"));
        QVERIFY(messageOf([&] { Store(path()).sweep(99); }).contains("no sweep 99"));
    }

    void twoProgramsDoNotMeasureOneSweep() {
        const std::atomic<bool> never = false;
        int ready[2];
        QVERIFY(::pipe(ready) == 0);
        const pid_t other = ::fork();
        if (other == 0) {
            SweepListener stays;
            stays.points.measured = [&](const ScaleMeasurement&) {
                if (::write(ready[1], "!", 1) == 1)
                    ::sleep(60);
            };
            measureRecorded(path(), "", smallPlan(), 1e12, never, stays);
            ::_exit(0);
        }
        char ping = 0;
        QVERIFY(::read(ready[0], &ping, 1) == 1);
        const SweepId id = Store(path()).sweeps().front().id;
        const auto goOn = [&] { continueRecorded(path(), id, smallPlan("8,16,24"), 1e12, never, {}); };
        const QString refused = messageOf(goOn), notRemoved = messageOf([&] { removeRecorded(path(), id); });
        const std::size_t points = Store(path()).measurements(id).size();
        ::kill(other, SIGKILL);
        ::waitpid(other, nullptr, 0);
        QVERIFY2(refused.startsWith("sweep 1 is being measured by another program"), qPrintable(refused));
        QCOMPARE(notRemoved, refused);
        QCOMPARE(Store(path()).sweeps().size(), std::size_t(1));
        QCOMPARE(points, std::size_t(1));
        QCOMPARE(planOf(Store(path()).sweep(id)).lengths.size(), std::size_t(2)); // nothing was begun
        // One that was killed holds nothing any more, and whoever ends leaves nothing behind.
        QCOMPARE(messageOf(goOn), QString());
        QCOMPARE(Store(path()).measurements(id).size(), std::size_t(6));
        removeRecorded(path(), id);
        QVERIFY(Store(path()).sweeps().empty());
        QCOMPARE(QDir(m_folder->path()).entryList({"*.sweep-*"}), QStringList());
    }

    void aDeletedSweepComesBackWithItsPoints() {
        const std::atomic<bool> never = false;
        SweepListener listener;
        QVERIFY(measureRecorded(path(), "first", smallPlan(), 1e12, never, listener));
        Store store(path());
        const SweepRecord before = store.sweeps().front();
        store.removeSweep(before.id);
        store.removeSweep(before.id); // by another window, too
        QVERIFY(store.sweeps().empty());
        QVERIFY(messageOf([&] { store.sweep(before.id); }).contains("no sweep 1"));
        store.restoreSweep(before.id);
        QCOMPARE(store.sweep(before.id).name, std::string("first"));
        QCOMPARE(store.sweep(before.id).points, before.points);
        QCOMPARE(store.measurements(before.id).size(), std::size_t(4));
        QVERIFY(messageOf([&] { store.removeSweep(99); }).contains("no sweep 99"));
        QVERIFY(messageOf([&] { store.restoreSweep(99); }).contains("no sweep 99"));
    }

    void anOlderStoreTakesSweeps() {
        RunId run = 0;
        {
            Store store(path());
            NewRun kept;
            kept.name = "kept";
            run = store.createRun(kept);
        }
        SQLite::Database(path().string(), SQLite::OPEN_READWRITE)
            .exec(oldSnapshotTable +
                  "DROP TABLE run_clock; DROP TABLE measurement; DROP TABLE sweep; PRAGMA user_version = 1");
        Store store(path());
        QCOMPARE(store.run(run).name, std::string("kept"));
        store.createSweep("new", smallPlan());
        QCOMPARE(store.sweeps().size(), std::size_t(1));
    }

    /// Heads had numbers of their layer, gates and blocks behind those of the attention.
    void anOlderStoresMapsGetAddresses() {
        RunId run = 0;
        {
            Store store(path());
            run = store.createRun({});
            Snapshot snapshot;
            snapshot.tokens = {"a", "b"};
            store.addSnapshot(run, snapshot);
        }
        const auto row = [](int number, int layer, int head, const std::string& kind, const std::string& shape,
                            const std::string& cells) {
            return "INSERT INTO snapshot_map VALUES (1, " + std::to_string(number) + ", " + std::to_string(layer) +
                   ", " + std::to_string(head) + ", '" + kind + "', 'weight', '', '" + shape + "', zeroblob(" + cells +
                   "));";
        };
        SQLite::Database(path().string(), SQLite::OPEN_READWRITE)
            .exec(oldSnapshotTable + row(0, 0, 0, "token-to-token", "[2,2]", "16") +
                  row(1, 0, 2, "block-to-block", "[1,1]", "4") + row(2, 0, 1, "token-to-token", "[2,2]", "16") +
                  row(3, 0, 4, "gate", "[2]", "8") + row(4, 0, 3, "gate", "[2]", "8") +
                  row(5, 1, 0, "source-to-token", "[2]", "8") + row(6, 2, 7, "token-to-group", "[2,3]", "24") +
                  "DROP TABLE run_clock; DROP TABLE measurement; DROP TABLE sweep; PRAGMA user_version = 1");
        const Snapshot read = Store(path()).snapshot(run, 0, 0);
        QStringList addresses;
        for (const SnapshotMap& map : read.maps)
            addresses << QString::fromStdString(map.address.text());
        QCOMPARE(addresses,
                 QStringList({"0.0", "0.blocks.0", "0.1", "0.gate.1", "0.gate.0", "1.pooling.0", "2.groups.0"}));
        QCOMPARE(read.maps[0].values.size(), std::size_t(4));
    }

    /// As a store of before one could measure single sequences has it.
    void anOlderSweepHasPieces() {
        const std::atomic<bool> never = false;
        SweepId id = 0;
        SweepListener listener;
        listener.recorded = [&](SweepId sweep) { id = sweep; };
        ScalePlan plan = smallPlan("256,512");
        plan.models = parseScaledModels("avg,disa:features=4");
        plan.forms = {AttentionForm::Fused, AttentionForm::Reference};
        plan.batch = 8;
        QVERIFY(measureRecorded(path(), "", plan, 1e12, never, listener));
        const auto before = Store(path()).measurements(id);
        {
            SQLite::Database file(path().string(), SQLite::OPEN_READWRITE);
            file.exec(labelledSnapshotTable);
            file.exec("ALTER TABLE measurement RENAME TO newer");
            file.exec(olderMeasurements);
            file.exec(
                "INSERT INTO measurement SELECT id, sweep, encoder, options, form, mode, batch, length, features, "
                "threads, status, message, repetitions, seconds, seconds_low, seconds_high, parameter_bytes, "
                "gradient_bytes, optimizer_bytes, activation_bytes, attention_bytes, foretold_bytes, "
                "process_bytes, measured FROM newer");
            file.exec("DROP TABLE newer; UPDATE sweep SET plan = json_remove(plan, '$.sequences'); "
                      "PRAGMA user_version = 5");
        }
        const auto after = Store(path()).measurements(id);
        QCOMPARE(after.size(), before.size());
        for (std::size_t k = 0; k < after.size(); ++k) {
            QVERIFY(after[k].point == before[k].point); // pieces, and reference forms whole
            QCOMPARE(after[k].sequencesAtOnce, before[k].sequencesAtOnce);
            QCOMPARE(after[k].memory.total(), before[k].memory.total());
        }
        // It goes on with single sequences, which are other points.
        plan.sequences = {Sequences::Single};
        QVERIFY(continueRecorded(path(), id, plan, 1e12, never, listener));
        QCOMPARE(Store(path()).measurements(id).size(), before.size() + 4); // two encoders, two lengths
        QVERIFY(planOf(Store(path()).sweep(id)).sequences == (std::vector{Sequences::Pieces, Sequences::Single}));
    }

private:
    std::filesystem::path path() const { return m_folder->filePath("runs.sqlite").toStdString(); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_APPLESS_MAIN(StoreSweepsTest)
#include "store_sweeps_test.moc"
