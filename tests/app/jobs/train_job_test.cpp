#include "jobs/train_job.h"

#include "app/small_run.h"
#include "engine/store/run_series.h"
#include "jobs/stored_run.h"
#include "viewmodels/runs_load.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <SQLiteCpp/SQLiteCpp.h>

using namespace headlight;

class TrainJobTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_store = m_folder->filePath("runs.sqlite");
    }

    void severalSeedsAreTrainedOneAfterAnother() {
        Jobs jobs;
        TrainJob training(jobs);
        QSignalSpy started(&training, &TrainJob::runStarted), ended(&training, &TrainJob::ended);
        QSignalSpy logged(&training, &TrainJob::logged);
        QList<TrainPoint> points;
        QList<int> epochs;
        connect(&training, &TrainJob::newsArrived, this, [&](const TrainNews& news) {
            points += news.points;
            if (news.run == 1)
                epochs += news.epochs;
        });
        std::vector<RunConfig> runs = {smallRun(2), smallRun(2)};
        runs[1].train.seed = 2;
        training.start(m_store, runs);
        QVERIFY(training.isBusy());
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, training.start(m_store, runs));
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 60000);
        QVERIFY(ended[0][0].toBool());
        QCOMPARE(started.size(), 2);
        QCOMPARE(epochs, QList<int>({0, 1, 2}));
        int losses = 0;
        for (const TrainPoint& point : points)
            losses += point.metric == "train.loss";
        QCOMPARE(losses, 2 * 2 * 20);
        const QList<RunEntry> stored = loadRuns(m_store);
        QCOMPARE(stored.size(), 2);
        QCOMPARE(stored[1].status, QStringLiteral("finished"));
        QCOMPARE(stored[1].options.value("seed").toInt(), 2);
        QVERIFY(!modelFolder(stored[1]).isEmpty());
        QVERIFY(!training.isBusy());
        QVERIFY2(logged.last()[0].toString().startsWith("2 runs, last: test accuracy"),
                 qPrintable(logged.last()[0].toString()));
    }

    void aStoppedSeriesGoesOnWithTheSeedsThatHadNotBegun() {
        Jobs jobs;
        TrainJob training(jobs);
        QSignalSpy ended(&training, &TrainJob::ended), news(&training, &TrainJob::newsArrived);
        QSignalSpy started(&training, &TrainJob::runStarted);
        std::vector<RunConfig> runs = {smallRun(60), smallRun(60), smallRun(60)};
        for (int k = 0; k < 3; ++k)
            runs[std::size_t(k)].train.seed = k + 1;
        training.start(m_store, runs);
        QTRY_VERIFY_WITH_TIMEOUT(news.size() > 1, 20000);
        training.stop();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 20000);
        QCOMPARE(loadRuns(m_store).size(), 1);
        training.resume(m_store, 1);
        QTRY_COMPARE_WITH_TIMEOUT(started.size(), 3, 60000); // stopped again, in the second
        training.stop();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 2, 20000);
        QCOMPARE(started[1][0].value<TrainRunInfo>().count, 3);
        QVERIFY(!canResume(loadRuns(m_store)[0]));
        training.resume(m_store, 2);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 3, 60000);
        QStringList states;
        for (const RunEntry& run : loadRuns(m_store))
            states << run.options["seed"].toString() + ' ' + run.status + (canResume(run) ? " can go on" : "");
        QCOMPARE(states, QStringList({"1 finished", "2 finished", "3 finished"}));
    }

    /// As when the program ends between two of its runs.
    void aSeriesGoesOnBehindARunThatHasEnded() {
        Jobs jobs;
        TrainJob training(jobs);
        QSignalSpy ended(&training, &TrainJob::ended);
        training.start(m_store, {smallRun(1)});
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 60000);
        RunConfig second = smallRun(1);
        second.train.seed = 2;
        QVERIFY(!canResume(loadRuns(m_store)[0]));
        keepRunsAfter(loadRuns(m_store)[0].folder.toStdString(), {{second}});
        QVERIFY(canResume(loadRuns(m_store)[0]));
        training.resume(m_store, 1);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 2, 60000);
        QCOMPARE(loadRuns(m_store).size(), 2);
        QCOMPARE(loadRuns(m_store)[1].options["seed"].toInt(), 2);
        QVERIFY(!canResume(loadRuns(m_store)[0]));
    }

    void onlyEpochsWithStoredMapsAreTold() {
        Jobs jobs;
        TrainJob training(jobs);
        QSignalSpy ended(&training, &TrainJob::ended);
        QList<int> epochs;
        connect(&training, &TrainJob::newsArrived, this, [&](const TrainNews& news) { epochs += news.epochs; });
        RunConfig config = smallRun(401, 20); // more than maps are kept of
        config.train.evaluateEvery = 1000000; // not a checkpoint with every epoch
        training.start(m_store, {config});
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 60000);
        QCOMPARE(epochs, storedEpochs(Store(m_store.toStdString()), 1));
        QVERIFY(epochs.size() < 201 && epochs.last() == 401);
    }

    /// Its epoch is one whose maps would not be kept if others had followed.
    void theLastEpochIsToldWhereverARunEnds() {
        Jobs jobs;
        TrainJob training(jobs);
        QSignalSpy ended(&training, &TrainJob::ended);
        QList<int> epochs;
        connect(&training, &TrainJob::newsArrived, this, [&](const TrainNews& news) { epochs += news.epochs; });
        RunConfig config = smallRun(401, 20);
        config.train.learningRate = 1e-12; // nothing gets better after the first evaluation
        config.train.patience = 3;
        training.start(m_store, {config});
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 60000);
        QCOMPARE(epochs, QList<int>({0, 3, 4}));
        QCOMPARE(epochs, storedEpochs(Store(m_store.toStdString()), 1));
    }

    void itPausesGoesOnAndStops() {
        Jobs jobs;
        TrainJob training(jobs);
        QSignalSpy ended(&training, &TrainJob::ended), news(&training, &TrainJob::newsArrived);
        training.start(m_store, {smallRun(5000), smallRun(5000)});
        QTRY_VERIFY_WITH_TIMEOUT(news.size() > 1, 20000);
        QVERIFY(training.remainingSeconds().has_value());
        training.pause();
        QVERIFY(training.phase() == TrainJob::Phase::Pausing); // at once: the step that is going on may be long
        QTRY_VERIFY_WITH_TIMEOUT(training.phase() == TrainJob::Phase::Paused, 20000);
        const auto step = training.progress().step;
        QTest::qWait(150);
        QCOMPARE(training.progress().step, step);
        QCOMPARE(loadRuns(m_store).front().status, QStringLiteral("paused"));
        training.unpause();
        QTRY_VERIFY_WITH_TIMEOUT(training.progress().step > step, 20000);
        training.stop();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 20000);
        QVERIFY(!ended[0][0].toBool());
        const QList<RunEntry> stored = loadRuns(m_store);
        QCOMPARE(stored.size(), 1); // the second did not begin
        QCOMPARE(stored.front().status, QStringLiteral("stopped"));
        QVERIFY(canResume(stored.front()));
    }

    void closingTheProgramLeavesARunThatGoesOn() {
        {
            Jobs jobs;
            TrainJob training(jobs);
            qsizetype points = 0;
            connect(&training, &TrainJob::newsArrived, this,
                    [&](const TrainNews& news) { points += news.points.size(); });
            training.start(m_store, {smallRun(300)});
            QTRY_VERIFY_WITH_TIMEOUT(points > 0, 20000);
            training.pause(); // even then
            QTRY_VERIFY_WITH_TIMEOUT(training.phase() == TrainJob::Phase::Paused, 20000);
        }
        QCOMPARE(loadRuns(m_store).front().status, QStringLiteral("stopped"));
        Jobs jobs;
        TrainJob training(jobs);
        QSignalSpy ended(&training, &TrainJob::ended);
        TrainProgress told;
        double firstStep = -1, firstPoint = -1;
        connect(&training, &TrainJob::runStarted, this,
                [&](const TrainRunInfo& run) { firstStep = double(run.firstStep); });
        connect(&training, &TrainJob::newsArrived, this, [&](const TrainNews& news) {
            if (firstPoint < 0 && !news.points.isEmpty()) {
                firstPoint = news.points.front().step;
                told = news.progress;
            }
        });
        training.resume(m_store, 1);
        QTRY_VERIFY_WITH_TIMEOUT(firstPoint >= 0, 20000);
        QVERIFY(firstStep > 0);
        QVERIFY2(firstPoint <= firstStep, "the curve so far is told again");
        QVERIFY2(told.loss > 0 && told.epoch > 0 && told.seconds > 0, "and how far it was");
        training.stop();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 20000);
    }

    void whoWaitsForTheStoreIsTold() {
        Jobs jobs;
        TrainJob training(jobs);
        QSignalSpy ended(&training, &TrainJob::ended), news(&training, &TrainJob::newsArrived);
        training.start(m_store, {smallRun(100000)});
        QTRY_VERIFY_WITH_TIMEOUT(news.size() > 1, 20000);
        QCOMPARE(training.waiting(), QString());
        {
            SQLite::Database other(m_store.toStdString(), SQLite::OPEN_READWRITE, 5000);
            other.exec("BEGIN IMMEDIATE");
            QTRY_VERIFY_WITH_TIMEOUT(!training.waiting().isEmpty(), 20000);
            QVERIFY2(training.waiting().startsWith("no step for ") &&
                         training.waiting().endsWith(": another program keeps the run store locked"),
                     qPrintable(training.waiting()));
        }
        QTRY_COMPARE_WITH_TIMEOUT(training.waiting(), QString(), 20000);
        training.stop();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 20000);
    }

    void howARunOfAMovedCorpusGoesOnNamesTheStore() {
        const QString corpus = m_folder->filePath("weather.all");
        QVERIFY(QFile::copy(HEADLIGHT_SOURCE_DIR "/datasets/samples/label_text/weather.all", corpus));
        Jobs jobs;
        TrainJob training(jobs);
        QSignalSpy ended(&training, &TrainJob::ended), news(&training, &TrainJob::newsArrived);
        QSignalSpy failed(&training, &TrainJob::failed);
        RunConfig config = smallRun(100000);
        config.data = corpus.toStdString();
        config.probes.clear();
        training.start(m_store, {config});
        QTRY_VERIFY_WITH_TIMEOUT(news.size() > 1, 20000);
        training.stop();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 20000);
        QVERIFY(QFile::remove(corpus));
        const auto advice = [&] {
            failed.clear();
            training.resume(m_store, 1);
            const bool told = failed.wait(20000);
            return told ? failed[0][0].toString() : QString();
        };
        const QString command = ": headlight-cli train --resume 1 --data PLACE";
        QString said = advice();
        QVERIFY2(said.endsWith(command + " --store " + m_store), qPrintable(said));
        qputenv("HEADLIGHT_STORE", m_store.toUtf8()); // which the command line finds by itself
        said = advice();
        qunsetenv("HEADLIGHT_STORE");
        QVERIFY2(said.endsWith(command), qPrintable(said));
    }

    void aMissingCorpusIsSaid() {
        Jobs jobs;
        TrainJob training(jobs);
        QSignalSpy failed(&training, &TrainJob::failed);
        RunConfig config = smallRun(1);
        config.data = m_folder->filePath("nowhere").toStdString();
        training.start(m_store, {config});
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 20000);
        QVERIFY(failed[0][0].toString().contains("nowhere"));
        QVERIFY(loadRuns(m_store).isEmpty());
        QVERIFY(!training.isBusy());
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_store;
};

QTEST_GUILESS_MAIN(TrainJobTest)
#include "train_job_test.moc"
