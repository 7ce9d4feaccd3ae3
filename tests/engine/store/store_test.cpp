#include "core/error.h"
#include "core/random.h"
#include "head_address.h"
#include "message_of.h"
#include "store/store.h"

#include <QTemporaryDir>
#include <QtTest>
#include <SQLiteCpp/SQLiteCpp.h>
#include <cmath>
#include <functional>
#include <limits>

using namespace headlight;

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

NewRun sampleRun() {
    NewRun run;
    run.name = "trec mtsa";
    run.model = "mtsa";
    run.task = "classify";
    run.datasetSpec = "../data/trec";
    run.datasetName = "TREC";
    run.configuration = "{\"heads\": 4, \"mask\": \"fw x4\"}";
    run.seed = ~std::uint64_t(0);
    run.fold = 3;
    run.threads = 2;
    run.checkpoint = "/tmp/x";
    run.notes = "first try ü";
    run.tags = {"paper", "a tag"};
    return run;
}

MetricPoint point(const std::string& name, std::int64_t step, double value) {
    return {name, step, double(step) / 10, double(step) * 2, value};
}

/// The summary from its definition.
MetricSummary defined(const std::vector<MetricPoint>& points, bool smallerIsBetter) {
    MetricSummary summary;
    summary.count = std::int64_t(points.size());
    summary.first = points.front().value;
    summary.last = points.back().value;
    summary.lastStep = points.back().step;
    summary.best = notANumber;
    for (const MetricPoint& p : points)
        if (!std::isnan(p.value) &&
            (std::isnan(summary.best) || (smallerIsBetter ? p.value < summary.best : p.value > summary.best))) {
            summary.best = p.value;
            summary.bestStep = p.step;
            summary.bestEpoch = p.epoch;
        }
    return summary;
}

bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

bool same(const MetricSummary& a, const MetricSummary& b) {
    return a.count == b.count && same(a.first, b.first) && same(a.last, b.last) && a.lastStep == b.lastStep &&
           same(a.best, b.best) && (std::isnan(a.best) || (a.bestStep == b.bestStep && a.bestEpoch == b.bestEpoch));
}

} // namespace

class StoreTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::filesystem::path file() const { return m_folder->path().toStdString() + "/new folder/runs.sqlite"; }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void keepsARun() {
        RunId id = 0;
        {
            Store store(file());
            id = store.createRun(sampleRun());
        }
        const Store store(file());
        const RunRecord run = store.run(id);
        const NewRun wanted = sampleRun();
        QCOMPARE(run.name, wanted.name);
        QCOMPARE(run.model, wanted.model);
        QCOMPARE(run.task, wanted.task);
        QCOMPARE(run.datasetSpec, wanted.datasetSpec);
        QCOMPARE(run.datasetName, wanted.datasetName);
        QCOMPARE(run.configuration, wanted.configuration);
        QCOMPARE(run.seed, wanted.seed);
        QCOMPARE(*run.fold, 3);
        QCOMPARE(run.threads, 2);
        QCOMPARE(run.checkpoint, wanted.checkpoint);
        QCOMPARE(run.notes, wanted.notes);
        QCOMPARE(run.tags, (std::vector<std::string>{"a tag", "paper"}));
        QCOMPARE(statusName(run.status), std::string("running"));
        QCOMPARE(run.programVersion, std::string(HEADLIGHT_VERSION));
        QVERIFY(run.machine.cores > 0 && run.machine.memoryBytes > 1 << 20 && !run.machine.system.empty());
        QVERIFY(run.created > 1.7e9 && run.updated >= run.created && !run.finished && !run.deleted);
        QCOMPARE(store.runs().size(), std::size_t(1));
    }

    void changesARun() {
        Store store(file());
        const RunId id = store.createRun({});
        QVERIFY(!store.run(id).fold);
        store.setName(id, "better");
        store.setNotes(id, "notes");
        store.setTags(id, {"b", "a", "b"});
        store.setCheckpoint(id, "/there");
        store.setStatus(id, RunStatus::Failed, "the loss is not finite at step 7");
        RunRecord run = store.run(id);
        QCOMPARE(run.name, std::string("better"));
        QCOMPARE(run.notes, std::string("notes"));
        QCOMPARE(run.tags, (std::vector<std::string>{"a", "b"}));
        QCOMPARE(run.checkpoint, std::string("/there"));
        QCOMPARE(run.status, RunStatus::Failed);
        QCOMPARE(run.message, std::string("the loss is not finite at step 7"));
        QCOMPARE(*run.finished, run.updated);
        store.setStatus(id, RunStatus::Running);
        run = store.run(id);
        QVERIFY(!run.finished && run.message.empty());
        store.setTags(id, {});
        QVERIFY(store.run(id).tags.empty());
    }

    /// The test set may think less of the model that the dev set finds better.
    void whatTheBestModelReachesIsThatOfTheLastOne() {
        Store store(file());
        const RunId id = store.createRun({});
        store.addMetrics(id, {point("best.accuracy", 1, 0.35), point("test.accuracy", 1, 0.35)});
        store.addMetrics(id, {point("best.accuracy", 2, 0.34), point("test.accuracy", 2, 0.34)});
        const RunSummary summary = store.summary(id);
        QCOMPARE(summary.metrics[0].best, 0.34);
        QCOMPARE(summary.metrics[0].bestStep, std::int64_t(2));
        QCOMPARE(summary.metrics[1].best, 0.35);
    }

    void unknownRunsAndWrongValues() {
        Store store(file());
        const std::vector<std::function<void()>> actions = {
            [&] { store.run(5); },
            [&] { store.setStatus(5, RunStatus::Paused); },
            [&] { store.heartbeat(5); },
            [&] { store.setName(5, "x"); },
            [&] { store.setNotes(5, "x"); },
            [&] { store.setTags(5, {"x"}); },
            [&] { store.setCheckpoint(5, "x"); },
            [&] { store.remove({5}); },
            [&] { store.restore({5}); },
            [&] { store.addMetrics(5, {point("a", 1, 1)}); },
            [&] { store.addEvaluation(5, {}); },
            [&] { store.addSnapshot(5, {}); },
            [&] { store.rewind(5, 1); },
        };
        for (const auto& action : actions)
            QVERIFY(messageOf(action).endsWith("runs.sqlite: there is no run 5"));
        NewRun broken;
        broken.configuration = "[1]";
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, store.createRun(broken));
        broken.configuration = "{";
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, store.createRun(broken));
        const RunId id = store.createRun({});
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, store.setStatus(id, RunStatus::Interrupted));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, store.addMetrics(id, {point("a", -1, 1)}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, store.addMetrics(id, {point("", 1, 1)}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument,
                                 store.addMetrics(id, {point("a", 1'000'000'000'000'000'001, 1)}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, store.addEvaluation(id, {1, 1, "dev", "nothing"}));
        Snapshot wrong;
        wrong.maps.push_back({at(0, 0), MapStage::Weight, "all", {2, 2}, {1, 2, 3}});
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, store.addSnapshot(id, wrong));
        wrong.tokens = {"a", "b"};
        wrong.maps = {{at(0, 0, MapPart::Gate), MapStage::Weight, "all", {2, 2}, {1, 2, 3, 4}}};
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, store.addSnapshot(id, wrong));
        QVERIFY(store.snapshotKeys(id).empty());
    }

    void deleteRestorePurge() {
        Store store(file());
        const RunId a = store.createRun(sampleRun()), b = store.createRun({});
        store.addMetrics(a, {point("train.loss", 1, 2)});
        store.addEvaluation(a, {1, 1, "dev", "{}"});
        store.addSnapshot(a, {{1, 1, 0, {"x"}}, {{at(0, 0), MapStage::Weight, "all", {1, 1}, {1}}}});
        store.setStatus(a, RunStatus::Finished);
        store.remove({a});
        QCOMPARE(store.runs().size(), std::size_t(1));
        QCOMPARE(store.runs()[0].run.id, b);
        QCOMPARE(store.runs(true)[0].run.id, a);
        QVERIFY(store.run(a).deleted);
        // One that can't be done and none is.
        store.setStatus(b, RunStatus::Stopped);
        QVERIFY(messageOf([&] { store.remove({b, 99}); }).contains("no run 99"));
        QCOMPARE(store.runs().size(), std::size_t(1));
        store.restore({a});
        QCOMPARE(store.runs().size(), std::size_t(2));
        QCOMPARE(store.metric(a, "train.loss").size(), std::size_t(1));

        QVERIFY(messageOf([&] { store.purge({a}); }).contains("not among the deleted runs"));
        store.remove({a});
        store.purge({a});
        QVERIFY(store.runs(true).empty());
        QVERIFY(store.metric(a, "train.loss").empty());
        SQLite::Database raw(file().string());
        for (const char* table :
             {"metric_point", "metric_summary", "evaluation", "snapshot", "snapshot_map", "run_tag"})
            QCOMPARE(raw.execAndGet(std::string("SELECT count(*) FROM ") + table).getInt(), 0);
        QVERIFY(store.createRun({}) > b); // numbers are not given twice
    }

    void whatIsGoingOnIsNotDeleted() {
        Store store(file());
        const RunId ended = store.createRun({}), live = store.createRun({});
        store.setStatus(ended, RunStatus::Finished);
        for (const RunStatus status : {RunStatus::Running, RunStatus::Paused}) {
            store.setStatus(live, status);
            QCOMPARE(messageOf([&] {
                         store.remove({ended, live});
                     }),
                     QString("run 2 is still going on: stop it where it runs, then delete it"));
            QCOMPARE(store.runs().size(), std::size_t(2)); // not even the one that has ended
        }
        // The mark of a process that was killed stays "running".
        SQLite::Database(file().string(), SQLite::OPEN_READWRITE)
            .exec("UPDATE run SET updated = updated - 60 WHERE id = 2");
        QCOMPARE(store.run(live).status, RunStatus::Interrupted);
        store.remove({ended, live});
        QVERIFY(store.runs().empty());
    }

    void keepsMetrics() {
        Store store(file());
        const RunId id = store.createRun({}), other = store.createRun({});
        store.addMetrics(id, {point("train.loss", 1, 2.5), point("dev.accuracy", 1, 0.5),
                              point("train.loss", 2, notANumber),
                              point("train.loss", 3, std::numeric_limits<double>::infinity())});
        store.addMetrics(id, {point("train.loss", 4, 1.25), point("dev.accuracy", 4, 0.5)});
        store.addMetrics(other, {point("train.loss", 1, 9)});
        const auto loss = store.metric(id, "train.loss");
        QCOMPARE(loss.size(), std::size_t(4));
        QCOMPARE(loss[0].value, 2.5);
        QCOMPARE(loss[0].epoch, 0.1);
        QCOMPARE(loss[0].seconds, 2.0);
        QVERIFY(std::isnan(loss[1].value));
        QVERIFY(std::isinf(loss[2].value));
        QCOMPARE(store.metric(id, "train.loss", 2).size(), std::size_t(2));
        QVERIFY(store.metric(id, "unknown").empty());

        const auto metrics = store.summary(id).metrics;
        QCOMPARE(metrics.size(), std::size_t(2));
        QCOMPARE(metrics[0].name, std::string("dev.accuracy"));
        QCOMPARE(metrics[0].best, 0.5);
        QCOMPARE(metrics[0].bestStep, std::int64_t(1)); // the earliest of equals
        QVERIFY(!metrics[0].smallerIsBetter && metrics[1].smallerIsBetter);
        QCOMPARE(metrics[1].best, 1.25);
        QCOMPARE(metrics[1].first, 2.5);
        QCOMPARE(metrics[1].count, std::int64_t(4));
    }

    void summariesEqualARecomputation() {
        Store store(file());
        const RunId id = store.createRun({});
        Random random(RandomKey(5));
        for (int round = 0; round < 60; ++round) {
            std::vector<MetricPoint> batch;
            for (int i = 0; i < 20; ++i) { // mostly onwards, sometimes a step again
                const auto step = std::int64_t(round * 10) + std::int64_t(random.below(14));
                const double value = random.below(10) == 0 ? notANumber : double(random.below(1000)) / 7;
                batch.push_back(point(random.below(2) ? "train.loss" : "dev.accuracy", step, value));
            }
            store.addMetrics(id, batch);
            if (round % 20 == 19)
                store.rewind(id, round * 10 - 25);
            const auto metrics = store.runs()[0].metrics;
            QCOMPARE(metrics.size(), std::size_t(2));
            for (const MetricSummary& summary : metrics)
                QVERIFY(same(summary, defined(store.metric(id, summary.name), summary.smallerIsBetter)));
        }
    }

    void rewindForgetsWhatCameLater() {
        Store store(file());
        const RunId id = store.createRun({});
        for (int step = 1; step <= 10; ++step) {
            store.addMetrics(id, {point("train.loss", step, 10 - step)});
            store.addEvaluation(id, {step, 1, "dev", "{}"});
            store.addSnapshot(id, {{step, step, 0, {"x"}}, {}});
        }
        store.addMetrics(id, {point("late", 9, 1)});
        store.rewind(id, 4);
        QCOMPARE(store.metric(id, "train.loss").size(), std::size_t(4));
        QCOMPARE(store.evaluations(id).size(), std::size_t(4));
        QCOMPARE(store.snapshotKeys(id).size(), std::size_t(4));
        QCOMPARE(store.summary(id).metrics.size(), std::size_t(1));
        QCOMPARE(store.summary(id).metrics[0].best, 6.0);
    }

    void keepsEvaluations() {
        Store store(file());
        const RunId id = store.createRun({});
        store.addEvaluation(id, {7, 1.5, "test", "{\"confusion\": [[3, 1], [0, 4]]}"});
        store.addEvaluation(id, {7, 1.5, "dev", "{}"});
        const auto evaluations = store.evaluations(id);
        QCOMPARE(evaluations.size(), std::size_t(2));
        QCOMPARE(evaluations[0].split, std::string("test"));
        QCOMPARE(evaluations[0].details, std::string("{\"confusion\": [[3, 1], [0, 4]]}"));
        QCOMPARE(evaluations[0].epoch, 1.5);
    }

    void keepsSnapshots() {
        Store store(file());
        const RunId id = store.createRun({});
        Snapshot snapshot{{2, 200, 1, {"what", "näive", "\"?\""}}, {}};
        snapshot.maps.push_back(
            {at(0, 1), MapStage::Weight, "fw", {3, 3}, {0, 0, 0, 1, 0, 0, 0.25f, 0.75f, 0}, "forward", 300});
        snapshot.maps.push_back(
            {at(1, 0, MapPart::Pooling), MapStage::Masked, "", {3}, {1, 2, -std::numeric_limits<float>::infinity()}});
        snapshot.maps.push_back({at(1, 1, MapPart::Gate), MapStage::Weight, "", {2}, {0.5f, 1}}); // of blocks
        store.addSnapshot(id, snapshot);
        snapshot.epoch = 1;
        snapshot.tokens[0] = "b\xff";
        store.addSnapshot(id, snapshot);
        store.addSnapshot(id, snapshot); // the same again replaces

        const auto keys = store.snapshotKeys(id);
        QCOMPARE(keys.size(), std::size_t(2));
        QCOMPARE(keys[0].epoch, 1);
        QCOMPARE(keys[0].tokens[0], std::string("b\xEF\xBF\xBD"));
        const Snapshot read = store.snapshot(id, 2, 1);
        QCOMPARE(read.tokens, (std::vector<std::string>{"what", "näive", "\"?\""}));
        QCOMPARE(read.step, std::int64_t(200));
        QCOMPARE(read.maps.size(), std::size_t(3));
        for (std::size_t i = 0; i < 3; ++i) {
            QVERIFY(read.maps[i].address == snapshot.maps[i].address);
            QCOMPARE(read.maps[i].stage, snapshot.maps[i].stage);
            QCOMPARE(read.maps[i].mask, snapshot.maps[i].mask);
            QCOMPARE(read.maps[i].shape, snapshot.maps[i].shape);
            QVERIFY(read.maps[i].values == snapshot.maps[i].values);
            QCOMPARE(read.maps[i].label, snapshot.maps[i].label);
            QCOMPARE(read.maps[i].features, snapshot.maps[i].features);
        }
        QVERIFY(messageOf([&] { store.snapshot(id, 9, 1); }).contains("no snapshot of probe sentence 1 at epoch 9"));
    }

    void tellsOfOthersChanges() {
        Store store(file());
        Store other(file());
        const auto before = store.foreignChanges();
        store.createRun({});
        QCOMPARE(store.foreignChanges(), before);
        other.createRun({});
        QVERIFY(store.foreignChanges() != before);
    }
};

QTEST_GUILESS_MAIN(StoreTest)
#include "store_test.moc"
