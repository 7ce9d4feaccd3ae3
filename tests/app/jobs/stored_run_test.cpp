#include "jobs/stored_run.h"

#include "app/small_run.h"
#include "engine/store/run_series.h"
#include "message_of.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <SQLiteCpp/SQLiteCpp.h>

using namespace headlight;

class StoredRunTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_store = m_folder->filePath("runs.sqlite");
        m_told = {};
        m_info = {};
        m_log.clear();
    }

    void aFinishedRunReadsAsItWasTold() {
        train(2, false);
        const std::optional<StoredRun> run = readStoredRun(m_store, 1);
        QVERIFY(run);
        QCOMPARE(run->status, QString("finished"));
        QCOMPARE(run->info.title, m_info.title);
        QCOMPARE(run->info.metric, m_info.metric);
        QCOMPARE(run->info.folder, m_info.folder);
        QCOMPARE(run->info.epochs, 2);
        QCOMPARE(run->epochs, QList<int>({0, 1, 2}));
        compareProgress(run->progress);
        QCOMPARE(run->progress.steps, std::int64_t(41));

        const auto ordered = [](QList<TrainPoint> points) {
            std::stable_sort(points.begin(), points.end(),
                             [](const TrainPoint& a, const TrainPoint& b) { return a.metric < b.metric; });
            return points;
        };
        const QList<TrainPoint> told = ordered(m_told.points), stored = ordered(run->points);
        QCOMPARE(stored.size(), told.size());
        for (qsizetype k = 0; k < told.size(); ++k) {
            QCOMPARE(stored[k].metric, told[k].metric);
            QCOMPARE(stored[k].step, told[k].step);
            QCOMPARE(stored[k].epoch, told[k].epoch);
            QCOMPARE(stored[k].value, told[k].value);
        }
        // Every line, but those about the corpus that was read, and how many words it has.
        QVERIFY(m_log.first().startsWith("Reading "));
        QCOMPARE(m_log[2], QString("Trained on 203 examples. The best model is chosen on 20 examples (dev) and "
                                   "tested on 20 examples (test)"));
        QCOMPARE(run->log.mid(1), m_log.mid(3));
        QCOMPARE(run->early, QString());
        QVERIFY2(m_log[1].startsWith(run->log.first() + ','), qPrintable(run->log.first()));
        QVERIFY2(run->log.last().startsWith("Finished after step 41, best model: test accuracy "),
                 qPrintable(run->log.last()));
    }

    void aRunThatPatienceEndedSaysSo() {
        RunConfig config = smallRun(500, 203);
        config.train.patience = 2;
        config.train.learningRate = 0; // nothing gets better
        train(config, false);
        QCOMPARE(m_early, QString("no better dev accuracy in 2 evaluations"));
        const std::optional<StoredRun> run = readStoredRun(m_store, 1);
        QVERIFY(run);
        QCOMPARE(run->status, QString("finished"));
        QCOMPARE(run->early, m_early);
        QVERIFY2(run->log.last().startsWith("Ended early after step 61, no better dev accuracy in 2 evaluations, best"),
                 qPrintable(run->log.last()));
        QCOMPARE(run->log.last(), m_log.last());
    }

    void aStoppedRunStandsWhereItWasStopped() {
        train(5000, true);
        const std::optional<StoredRun> run = readStoredRun(m_store, 1);
        QVERIFY(run);
        QCOMPARE(run->status, QString("stopped"));
        QVERIFY(!run->isLive());
        compareProgress(run->progress);
        QVERIFY2(run->log.last().startsWith("Stopped after step "), qPrintable(run->log.last()));
        QCOMPARE(run->log.last(), m_log.last());
    }

    void whatIsLeftOfItsSeriesIsCounted() {
        train(1, false);
        QCOMPARE(readStoredRun(m_store, 1)->runsAfter, std::optional<int>(0));
        RunConfig next = smallRun(1, 203);
        next.train.seed = 2;
        const std::filesystem::path folder = readStoredRun(m_store, 1)->info.folder.toStdString();
        keepRunsAfter(folder, {{next}, {next}});
        QCOMPARE(readStoredRun(m_store, 1)->runsAfter, std::optional<int>(2));
        QFile damaged(QString::fromStdString((folder / "series.json").string()));
        QVERIFY(damaged.exists() && damaged.open(QIODevice::WriteOnly));
        damaged.write("{");
        damaged.close();
        QCOMPARE(readStoredRun(m_store, 1)->runsAfter, std::optional<int>()); // the run is shown nonetheless
    }

    void aDamagedRunIsToldAndOthersAreRead() {
        train(1, false);
        const RunId other = Store(m_store.toStdString()).createRun({});
        SQLite::Database(m_store.toStdString(), SQLite::OPEN_READWRITE)
            .exec("UPDATE run SET created = -1 WHERE id = " + std::to_string(other));
        QVERIFY(readStoredRun(m_store, 1));
        QVERIFY(messageOf([&] { readStoredRun(m_store, other); }).contains(": run 2: created: expected a time"));
    }

    void whatIsNotThereIsNone() {
        QVERIFY(!readStoredRun(m_store, 1));
        QVERIFY(!QFile::exists(m_store));
        train(1, false);
        QVERIFY(!readStoredRun(m_store, 2));
        Store(m_store.toStdString()).remove({1});
        QVERIFY(!readStoredRun(m_store, 1));
    }

    void aRunThatIsGoingOnIsLive() {
        train(1, false);
        Store(m_store.toStdString()).setStatus(1, RunStatus::Running);
        const std::optional<StoredRun> run = readStoredRun(m_store, 1);
        QVERIFY(run && run->isLive());
        QVERIFY2(run->log.last().startsWith("Epoch "), qPrintable(run->log.last()));
        Store(m_store.toStdString()).setStatus(1, RunStatus::Failed, "the disk is full");
        QCOMPARE(readStoredRun(m_store, 1)->log.last(), QString("the disk is full"));
    }

    /// A store's JSON and numbers are as foreign as a file's.
    void valuesThatNoTrainingWroteAreReadNonetheless() {
        train(1, false);
        {
            Store store(m_store.toStdString());
            store.addEvaluation(1, {99, 1, "dev", R"({"best": "yes", "loss": "low", "accuracy": [1]})"});
            store.addMetrics(1, {{run_metric::parameters, 99, 1, 1, 1e20},
                                 {run_metric::trainLoss, 1'000'000'000'000'000'000, 5e-324, 1, 1}});
        }
        const std::optional<StoredRun> run = readStoredRun(m_store, 1);
        QVERIFY(run);
        QVERIFY(run->progress.steps > 0);
        QVERIFY2(run->log.first().startsWith("Run 1"), qPrintable(run->log.first()));
    }

private:
    void train(int epochs, bool stopEarly) { train(smallRun(epochs, 203), stopEarly); } // batches reach over a pass
    void train(const RunConfig& config, bool stopEarly) {
        Jobs jobs;
        TrainJob training(jobs);
        connect(&training, &TrainJob::runStarted, this, [&](const TrainRunInfo& info) { m_info = info; });
        connect(&training, &TrainJob::logged, this, [&](const QString& line) { m_log << line; });
        connect(&training, &TrainJob::newsArrived, this, [&](const TrainNews& news) {
            m_told.progress = news.progress;
            m_told.points += news.points;
            if (stopEarly && !news.points.isEmpty())
                training.stop();
        });
        QSignalSpy ended(&training, &TrainJob::ended);
        connect(&training, &TrainJob::runEnded, this, [&](qint64, bool, const QString& early) { m_early = early; });
        training.start(m_store, {config});
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 60000);
        QCOMPARE(ended[0][0].toBool(), !stopEarly);
    }

    void compareProgress(const TrainProgress& progress) const {
        QCOMPARE(progress.step, m_told.progress.step);
        QCOMPARE(progress.steps, m_told.progress.steps);
        QCOMPARE(progress.epoch, m_told.progress.epoch);
        QCOMPARE(progress.loss, m_told.progress.loss);
        QCOMPARE(progress.seconds, m_told.progress.seconds);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_store;
    TrainNews m_told;
    TrainRunInfo m_info;
    QStringList m_log;
    QString m_early;
};

QTEST_GUILESS_MAIN(StoredRunTest)
#include "stored_run_test.moc"
