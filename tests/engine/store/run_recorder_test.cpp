#include "store/run_recorder.h"

#include "message_of.h"
#include "store/run_folder.h"
#include "store/run_series.h"

#include <QTemporaryDir>
#include <QtTest>
#include <SQLiteCpp/SQLiteCpp.h>
#include <array>
#include <atomic>
#include <barrier>
#include <set>
#include <thread>

using namespace headlight;

namespace {

Corpus tea() {
    return openCorpus(HEADLIGHT_SOURCE_DIR "/datasets/samples/split");
}

RunConfig smallConfig() {
    RunConfig config = RunConfig::forEncoder("mtsa");
    config.set("head_features", "4");
    config.classifier.embeddingFeatures = 8;
    config.classifier.hidden = 8;
    config.train.batch = 2;
    config.train.epochs = 4;
    config.train.shards = 1;
    config.data = HEADLIGHT_SOURCE_DIR "/datasets/samples/split";
    config.probes = {"the tea is hot", "cold"};
    return config;
}

/// Does something at a step.
struct Listener : RunListener {
    std::function<void(std::int64_t)> atStep = [](std::int64_t) {};
    RunId id = 0;
    int epochs = 0;
    std::function<void()> atCheckpoint = [] {};
    void checkpointed(std::int64_t) override { atCheckpoint(); }
    std::function<void()> atStart = [] {};
    std::function<void(const std::filesystem::path&)> atPlace = [](const auto&) {};
    void placed(const std::filesystem::path& folder) override { atPlace(folder); }
    void recorded(RunId run, const std::filesystem::path&) override {
        id = run;
        atStart();
    }
    void progressed(const TrainProgress& progress) override { atStep(progress.step); }
    std::function<void(int)> atEpoch = [](int) {};
    void epochFinished(int epoch, std::int64_t) override {
        ++epochs;
        atEpoch(epoch);
    }
};

std::vector<double> valuesOf(const Store& store, RunId id, const std::string& metric) {
    std::vector<double> values;
    for (const MetricPoint& point : store.metric(id, metric))
        values.push_back(point.value);
    return values;
}

} // namespace

class RunRecorderTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath("runs.sqlite").toStdString();
    }

    void aRunLeavesEverythingInTheStore() {
        TrainControl control;
        Listener listener;
        const RunConfig config = smallConfig();
        const RecordedRun run = trainRecorded(m_path, config, tea(), 2, control, listener);
        QVERIFY(run.result.finished);
        QCOMPARE(listener.id, run.id);
        QCOMPARE(listener.epochs, 5); // one before the first
        QVERIFY(std::filesystem::exists(run.folder / "best" / "config.json"));
        QCOMPARE(run.folder, runFolder(m_path, run.id));

        const Store store(m_path);
        const RunSummary summary = store.summary(run.id);
        QVERIFY(summary.run.status == RunStatus::Finished);
        QCOMPARE(summary.run.model, std::string("mtsa"));
        QCOMPARE(summary.run.datasetSpec, config.data);
        QCOMPARE(summary.run.checkpoint, run.folder.string());
        RunConfig stored = config;
        stored.task = "classify"; // the corpus's default, for it says none
        QCOMPARE(summary.run.task, stored.task);
        QVERIFY(configurationOf(summary.run).toJson() == stored.toJson());
        QCOMPARE(std::int64_t(valuesOf(store, run.id, run_metric::trainLoss).size()), run.result.step);
        QVERIFY(valuesOf(store, run.id, run_metric::memory).back() > 1000);
        QCOMPARE(valuesOf(store, run.id, run_metric::epochs).back(), 4.0);
        QCOMPARE(valuesOf(store, run.id, run_metric::seconds).back(), run.result.seconds); // with the last evaluation
        QCOMPARE(valuesOf(store, run.id, "best.accuracy").back(), run.result.best.test.value());
        QCOMPARE(valuesOf(store, run.id, "dev.accuracy").size(), std::size_t(4));

        const std::vector<StoredEvaluation> evaluations = store.evaluations(run.id);
        QCOMPARE(evaluations.size(), std::size_t(8));
        const auto details = nlohmann::json::parse(evaluations.back().details);
        int confused = 0;
        for (const auto& row : details["confusion"])
            for (const auto& count : row)
                confused += count.get<int>();
        QCOMPARE(confused, details["examples"].get<int>());
        QVERIFY(confused > 0);
    }

    void runsThatBeginTogetherHaveFoldersOfTheirOwn() {
        TrainControl control;
        Listener first, second;
        const RunLabel label{"", {}, m_folder->filePath("same").toStdString()};
        QString refused;
        RecordedRun other;
        // The first one has its folder, and no checkpoint yet.
        first.atStart = [&] {
            refused = messageOf([&] { trainRecorded(m_path, smallConfig(), tea(), 1, control, second, label); });
        };
        const RecordedRun run = trainRecorded(m_path, smallConfig(), tea(), 1, control, first, label);
        QVERIFY2(refused.endsWith("same: another run is being trained there: name another folder"),
                 qPrintable(refused));
        QCOMPARE(Store(m_path).runs().size(), std::size_t(1));
        QCOMPARE(run.folder, label.folder);

        const std::string beside = m_folder->filePath("beside.sqlite").toStdString();
        RunConfig config = smallConfig();
        config.train.seed = 2;
        first.atStart = [&] { other = trainRecorded(beside, config, tea(), 1, control, second); };
        const std::string here = m_folder->filePath("here.sqlite").toStdString();
        const RecordedRun numbered = trainRecorded(here, config, tea(), 1, control, first);
        QCOMPARE(numbered.folder, runFolder(here, 1));
        QCOMPARE(other.folder.string(), runFolder(beside, 1).string() + "-2");
        QCOMPARE(Store(beside).run(1).checkpoint, other.folder.string());
    }

    /// A model may take long to make, and a kill leaves a row that can be resumed: what follows the run is kept before.
    void whatFollowsARunIsKeptBeforeItsModelIsMade() {
        TrainControl control;
        Listener listener;
        RunConfig config = smallConfig();
        std::filesystem::path placed;
        SeriesKeeper series;
        series.setRest({{config}});
        listener.atPlace = [&](const std::filesystem::path& folder) {
            placed = folder;
            series.placed(folder);
        };
        listener.atStart = [&] { QVERIFY(hasRunsAfter(placed)); };
        listener.atStep = [&](std::int64_t) { control.stop(); };
        const RecordedRun run = trainRecorded(m_path, config, tea(), 1, control, listener);
        QCOMPARE(run.folder, placed);
        QCOMPARE(runsAfter(Store(m_path).run(run.id)).size(), std::size_t(1));

        config.probes = {" "}; // known when the model is there
        TrainControl other;
        QVERIFY(!messageOf([&] { trainRecorded(m_path, config, tea(), 1, other, listener); }).isEmpty());
        QVERIFY(placed != run.folder && !std::filesystem::exists(placed));
    }

    void probeMapsAreKeptAfterEveryEpoch() {
        TrainControl control;
        Listener listener;
        const RecordedRun run = trainRecorded(m_path, smallConfig(), tea(), 1, control, listener);
        const Store store(m_path);
        QCOMPARE(store.snapshotKeys(run.id).size(), std::size_t(5 * 2));
        const Snapshot first = store.snapshot(run.id, 0, 0), last = store.snapshot(run.id, 4, 0);
        QCOMPARE(first.tokens.size(), std::size_t(4));
        const SnapshotMap& map = last.maps.front();
        QVERIFY(map.stage == MapStage::Weight);
        QCOMPARE(map.shape, std::vector<std::int64_t>({4, 4})); // mean over the features
        for (int query = 0; query < 4; ++query) {
            float sum = 0;
            for (int key = 0; key < 4; ++key)
                sum += map.values[std::size_t(query * 4 + key)];
            QVERIFY(std::abs(sum - 1) < 1e-4 || sum == 0); // a strict mask leaves one query alone
        }
        QVERIFY(first.maps.front().values != map.values);
    }

    /// Of 400 epochs every second one is kept; a run that ends before them keeps its last one all the same.
    void theLastEpochsMapsAreKept_data() {
        QTest::addColumn<bool>("stopped");
        QTest::newRow("stopped") << true;
        QTest::newRow("out of patience") << false;
    }
    void theLastEpochsMapsAreKept() {
        QFETCH(bool, stopped);
        TrainControl control;
        Listener listener;
        RunConfig config = smallConfig();
        config.train.epochs = 400;
        if (stopped)
            listener.atEpoch = [&](int epoch) {
                if (epoch == 3)
                    control.stop();
            };
        else {
            config.train.learningRate = 1e-12; // nothing gets better after the first evaluation
            config.train.patience = 2;
        }
        const RecordedRun run = trainRecorded(m_path, config, tea(), 1, control, listener);
        QCOMPARE(run.result.finished, !stopped);
        std::set<int> epochs;
        for (const SnapshotKey& key : Store(m_path).snapshotKeys(run.id))
            epochs.insert(key.epoch);
        QCOMPARE(epochs, (std::set<int>{0, 2, 3}));
    }

    void aStoppedRunGoesOnToTheSameNumbers() {
        TrainControl control;
        Listener listener;
        const RecordedRun whole = trainRecorded(m_path, smallConfig(), tea(), 1, control, listener, {"whole", {}, {}});
        TrainControl stopping;
        listener.atStep = [&](std::int64_t step) {
            if (step == whole.result.step / 2)
                stopping.stop();
        };
        const RecordedRun half = trainRecorded(m_path, smallConfig(), tea(), 1, stopping, listener, {"half", {}, {}});
        QVERIFY(!half.result.finished);
        Store store(m_path);
        QVERIFY(store.run(half.id).status == RunStatus::Stopped);
        QCOMPARE(store.metric(half.id, run_metric::epochs).back().step, half.result.step);
        // What a killed program wrote after its last checkpoint is forgotten by the run that goes on.
        store.addMetrics(half.id,
                         {{"train.loss", half.result.step + 1, 9, 9, 77}, {"lost", half.result.step + 2, 9, 9, 1}});
        listener.atStep = [](std::int64_t) {};
        TrainControl again;
        const RecordedRun resumed = resumeRecorded(m_path, half.id, openCorpus, 2, again, listener);
        QVERIFY(resumed.result.finished);
        QVERIFY(store.run(half.id).status == RunStatus::Finished);
        for (const char* metric : {run_metric::trainLoss, "dev.loss", "test.accuracy", "best.accuracy"})
            QVERIFY2(valuesOf(store, half.id, metric) == valuesOf(store, whole.id, metric), metric);
        QVERIFY(valuesOf(store, half.id, "lost").empty());
        QCOMPARE(store.snapshotKeys(half.id).size(), store.snapshotKeys(whole.id).size());
        QVERIFY_THROWS_EXCEPTION(Error, resumeRecorded(m_path, half.id, openCorpus, 1, again, listener));
    }

    /// While a large model was set up, say, whose checkpoint would take a minute.
    void aRunThatIsStoppedBeforeItsFirstStepWritesNothingAndBeginsAnew() {
        TrainControl control, stopped, again;
        Listener listener;
        const RecordedRun whole = trainRecorded(m_path, smallConfig(), tea(), 1, control, listener, {"whole", {}, {}});
        stopped.stop();
        const RecordedRun none = trainRecorded(m_path, smallConfig(), tea(), 1, stopped, listener, {"none", {}, {}});
        QVERIFY(!none.result.finished && none.result.step == 0);
        for (const char* part : {"best", "last", "resume"})
            QVERIFY2(!std::filesystem::exists(none.folder / part), part);
        const Store store(m_path);
        QVERIFY(store.run(none.id).status == RunStatus::Stopped);
        QVERIFY(resumeRecorded(m_path, none.id, openCorpus, 2, again, listener).result.finished);
        QVERIFY(valuesOf(store, none.id, "test.accuracy") == valuesOf(store, whole.id, "test.accuracy"));
        QCOMPARE(store.snapshotKeys(none.id).size(), store.snapshotKeys(whole.id).size());
    }

    /// Both have seen that nobody is at the run before either has read the corpus.
    void ofTwoThatResumeOneGoesOn() {
        const RecordedRun half = stoppedRun();
        std::barrier together(2);
        std::atomic<int> finished = 0;
        std::array<QString, 2> messages;
        std::array<RunId, 2> told{};
        const auto resume = [&](std::size_t who) {
            TrainControl control;
            Listener own;
            messages[who] = messageOf([&] {
                const auto open = [&](const std::string& spec) {
                    together.arrive_and_wait();
                    return openCorpus(spec);
                };
                finished += resumeRecorded(m_path, half.id, open, 1, control, own).result.finished;
            });
            told[who] = own.id;
        };
        std::thread first([&] { resume(0); }), second([&] { resume(1); });
        first.join();
        second.join();
        QCOMPARE(finished.load(), 1);
        QCOMPARE(told[0] + told[1], half.id); // the other one has not heard that the run is its own
        const QString refusal = messages[0] + messages[1];
        QVERIFY2(
            refusal == QStringLiteral("run %1 is still going on: stop it where it runs, then resume it").arg(half.id) ||
                refusal == QStringLiteral("run %1 is finished: there is nothing to resume").arg(half.id) ||
                refusal.endsWith(
                    QStringLiteral("another program is training there: stop it, then resume run %1").arg(half.id)),
            qPrintable(refusal));
        QVERIFY(Store(m_path).run(half.id).status == RunStatus::Finished);
    }

    /// A program killed after a checkpoint has lost nothing that the run would not tell again.
    void whatACheckpointFollowsIsOnTheDisk() {
        TrainControl control;
        Listener listener;
        std::vector<std::size_t> evaluated;
        listener.atCheckpoint = [&] {
            evaluated.push_back(valuesOf(Store(m_path), listener.id, "test.accuracy").size());
        };
        trainRecorded(m_path, smallConfig(), tea(), 1, control, listener);
        QCOMPARE(evaluated, (std::vector<std::size_t>{0, 1, 2, 3, 4})); // before the first step, after every epoch
    }

    void aStoreBesideAnotherTakesOtherFolders() {
        TrainControl control;
        Listener listener;
        const RecordedRun first = trainRecorded(m_path, smallConfig(), tea(), 1, control, listener);
        const auto other = m_path.parent_path() / "other.sqlite";
        const RecordedRun second = trainRecorded(other, smallConfig(), tea(), 1, control, listener);
        QCOMPARE(first.id, second.id);
        QVERIFY(first.folder != second.folder);
        QCOMPARE(second.folder.filename().string(), std::string("1-2"));
        QVERIFY(std::filesystem::exists(first.folder / "best") && std::filesystem::exists(second.folder / "best"));
        // And a folder that was named is not taken from its owner.
        QVERIFY_THROWS_EXCEPTION(
            Error, trainRecorded(other, smallConfig(), tea(), 1, control, listener, {"", {}, first.folder}));
    }

    void aMissingCheckpointErasesNothing() {
        const RecordedRun half = stoppedRun();
        Listener listener;
        QVERIFY(!half.result.finished);
        const std::size_t before = valuesOf(Store(m_path), half.id, "test.accuracy").size();
        QVERIFY(before > 0);
        std::filesystem::rename(half.folder, m_path.parent_path() / "elsewhere");
        TrainControl again;
        QVERIFY_THROWS_EXCEPTION(Error, resumeRecorded(m_path, half.id, openCorpus, 1, again, listener));
        QCOMPARE(valuesOf(Store(m_path), half.id, "test.accuracy").size(), before);
    }

    /// The clock of training stands still between stop and resume, and in a pause; the time of day does not.
    void pointsHaveTheTimeOfDay() {
        const RecordedRun half = stoppedRun();
        const auto now = [] { return double(QDateTime::currentMSecsSinceEpoch()) / 1000; };
        const double stopped = now();
        QTest::qWait(1500);
        const double resumed = now();
        TrainControl control;
        Listener listener;
        std::thread pause;
        listener.atStep = [&](std::int64_t step) {
            if (step == half.result.step + 4) {
                control.pause();
                pause = std::thread([&] {
                    QThread::msleep(1500);
                    control.resume();
                });
            }
        };
        resumeRecorded(m_path, half.id, openCorpus, 1, control, listener);
        pause.join();
        double last = 0;
        for (const MetricPoint& point : Store(m_path).metric(half.id, run_metric::trainLoss)) {
            QVERIFY2(point.wallTime >= last, qPrintable(QString::number(point.step)));
            if (point.step <= half.result.step)
                QVERIFY(point.wallTime <= stopped);
            else if (point.step <= half.result.step + 4)
                QVERIFY(point.wallTime >= resumed && point.wallTime < resumed + 1.5);
            else
                QVERIFY(point.wallTime >= resumed + 1.5);
            last = point.wallTime;
        }
        QVERIFY(last <= now());
    }

    /// Without a checkpoint nothing else would tell that the corpus is another one.
    void withoutACheckpointTheCorpusMustBeItsOwn() {
        Store store(m_path);
        NewRun row;
        row.model = "mtsa";
        row.configuration = smallConfig().toJson().dump();
        const RunId id = store.createRun(row);
        store.setStatus(id, RunStatus::Stopped);
        const auto other = [](const std::string&) {
            return openCorpus(HEADLIGHT_SOURCE_DIR "/datasets/samples/split?lower=true");
        };
        TrainControl control;
        Listener listener;
        const QString refusal = messageOf([&] { resumeRecorded(m_path, id, other, 1, control, listener); });
        QVERIFY2(refusal.startsWith(QString("run %1 has no checkpoint yet and was begun with").arg(id)),
                 qPrintable(refusal));
        QVERIFY(store.run(id).status == RunStatus::Stopped);
        QVERIFY(resumeRecorded(m_path, id, openCorpus, 1, control, listener).result.finished);
    }

    void aRunIsNotResumedInAFolderThatAnotherProgramHas() {
        const RecordedRun half = stoppedRun();
        TrainControl control;
        Listener listener;
        {
            const auto other = ClaimedFolder::claimAgain(half.folder);
            const QString refusal =
                messageOf([&] { resumeRecorded(m_path, half.id, openCorpus, 1, control, listener); });
            QVERIFY2(refusal.contains("another program is training there"), qPrintable(refusal));
            QVERIFY(Store(m_path).run(half.id).status == RunStatus::Stopped);
        }
        QVERIFY(resumeRecorded(m_path, half.id, openCorpus, 1, control, listener).result.finished);
    }

    /// A full disk takes no last word: the row stays "running", of a process that lives on.
    void aRunWhoseEndWasNotWrittenIsResumedByTheSameProcess() {
        const RecordedRun half = stoppedRun();
        const Store store(m_path);
        SQLite::Database(m_path.string(), SQLite::OPEN_READWRITE)
            .exec("UPDATE run SET status = 'running', updated = updated - 60");
        QVERIFY(store.run(half.id).status == RunStatus::Interrupted);
        TrainControl control;
        Listener listener;
        QVERIFY(resumeRecorded(m_path, half.id, openCorpus, 1, control, listener).result.finished);
    }

    /// As long as another program may keep the store, what was measured waits for it.
    void whoStopsWhileTheStoreIsLockedLosesNothing() {
        TrainControl stopping;
        Listener listener;
        std::thread other;
        listener.atStep = [&](std::int64_t step) {
            if (step != 8)
                return;
            other = std::thread([this] {
                SQLite::Database lock(m_path.string(), SQLite::OPEN_READWRITE);
                lock.exec("BEGIN IMMEDIATE");
                QThread::msleep(12000); // longer than two tries to write
                lock.exec("ROLLBACK");
            });
            QThread::msleep(100);
            stopping.stop();
        };
        const RecordedRun run = trainRecorded(m_path, smallConfig(), tea(), 1, stopping, listener);
        other.join();
        const Store store(m_path);
        QVERIFY(store.run(run.id).status == RunStatus::Stopped);
        QCOMPARE(std::int64_t(valuesOf(store, run.id, run_metric::trainLoss).size()), run.result.step);
    }

    void aRunThatCantStartLeavesNoRow() {
        TrainControl control;
        Listener listener;
        Corpus corpus = tea();
        corpus.train.clear();
        QVERIFY_THROWS_EXCEPTION(Error, trainRecorded(m_path, smallConfig(), corpus, 1, control, listener));
        RunConfig config = smallConfig();
        config.probes = {"fine", " "};
        try {
            trainRecorded(m_path, config, tea(), 1, control, listener);
            QFAIL("an empty probe sentence was taken");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).startsWith("probe sentence 2"), error.what());
        }
        QCOMPARE(listener.id, RunId(0)); // nobody was told of a run
        QVERIFY(Store(m_path).runs().empty());
        QVERIFY(Store(m_path).runs(true).empty());
    }

    /// Nobody asked to look at it; only what was asked for has to be one that can be looked at.
    void anExampleThatIsTooLongToBeLookedAtIsNoProbe() {
        Corpus corpus = tea();
        Example tooLong = corpus.test.front();
        tooLong.texts.front().assign(20001, "tea");
        corpus.test = {corpus.test.front(), tooLong};
        RunConfig config = RunConfig::forEncoder("multicnn");
        config.classifier.embeddingFeatures = 4;
        config.classifier.hidden = 4;
        config.train.epochs = 1;
        config.train.shards = 1;
        config.data = smallConfig().data;
        TrainControl control;
        Listener listener;
        const RecordedRun run = trainRecorded(m_path, config, corpus, 1, control, listener);
        QVERIFY(run.result.finished);
        const Store store(m_path);
        QCOMPARE(store.snapshot(run.id, 1, 0).tokens, corpus.test.front().texts.front());
        QVERIFY(messageOf([&] { store.snapshot(run.id, 1, 1); }).contains("no snapshot"));

        config.probes = {"cold"};
        for (int word = 0; word < 20000; ++word)
            config.probes.front() += " tea";
        listener.id = 0;
        QVERIFY(messageOf([&] {
                    trainRecorded(m_path, config, corpus, 1, control, listener);
                }).startsWith("probe sentence 1: the sentence has 20001 tokens"));
        QCOMPARE(listener.id, RunId(0)); // nobody was told of a run
    }

    /// A sentence with two predicates is two examples; their probes would have the same name.
    void probesOfRolesAreOfSentencesOfTheirOwn() {
        RunConfig config = RunConfig::forEncoder("multihead");
        config.set("heads", "2");
        config.set("head_features", "4");
        config.task = "roles";
        config.classifier.embeddingFeatures = 4;
        config.classifier.hidden = 4;
        config.train.epochs = 1;
        config.train.shards = 1;
        config.data = HEADLIGHT_SOURCE_DIR "/datasets/samples/propbank/train.txt";
        TrainControl control;
        Listener listener;
        const RecordedRun run = trainRecorded(m_path, config, openCorpus(config.data), 1, control, listener);
        std::set<std::vector<std::string>> sentences;
        int probes = 0;
        for (const SnapshotKey& key : Store(m_path).snapshotKeys(run.id))
            if (key.epoch == 1) {
                sentences.insert(key.tokens);
                ++probes;
            }
        QVERIFY(probes > 0);
        QCOMPARE(int(sentences.size()), probes);
    }

    void whatGoesWrongIsStoredWithTheRun() {
        TrainControl control;
        Listener listener;
        listener.atStep = [](std::int64_t step) {
            if (step == 2)
                throw Error("the disk is full");
        };
        QVERIFY_THROWS_EXCEPTION(Error, trainRecorded(m_path, smallConfig(), tea(), 1, control, listener));
        const RunRecord run = Store(m_path).run(listener.id);
        QVERIFY(run.status == RunStatus::Failed);
        QCOMPARE(run.message, std::string("the disk is full"));
    }

    void pointsReachTheDiskWhileTheRunGoesOn() {
        TrainControl control;
        Listener listener;
        std::size_t seen = 0;
        listener.atStep = [&](std::int64_t step) {
            if (step != 3)
                return;
            const Store store(m_path);
            QTRY_VERIFY_WITH_TIMEOUT(!valuesOf(store, listener.id, run_metric::trainLoss).empty(), 5000);
            seen = valuesOf(store, listener.id, run_metric::trainLoss).size();
        };
        trainRecorded(m_path, smallConfig(), tea(), 1, control, listener);
        QVERIFY(seen >= 2);
    }

private:
    /// A run that was stopped after its eighth step.
    RecordedRun stoppedRun() const {
        TrainControl stopping;
        Listener listener;
        listener.atStep = [&](std::int64_t step) {
            if (step == 8)
                stopping.stop();
        };
        return trainRecorded(m_path, smallConfig(), tea(), 1, stopping, listener);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::filesystem::path m_path;
};

QTEST_GUILESS_MAIN(RunRecorderTest)
#include "run_recorder_test.moc"
