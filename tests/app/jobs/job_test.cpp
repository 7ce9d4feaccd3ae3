#include "jobs/job.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QtTest>

using namespace headlight;

class JobTest : public QObject {
    Q_OBJECT

    /// Waits for the cancellation, as well-behaved work does between steps.
    static void waitForCancel(JobControl& control) {
        for (;;) {
            control.check();
            QThread::msleep(1);
        }
    }

private slots:
    void theResultArrivesInThisThread() {
        Jobs jobs;
        QThread* const here = QThread::currentThread();
        QThread* worked = nullptr;
        std::unique_ptr<int> result;
        bool delivered = false;
        Job* job = jobs.start(
            "add",
            [&](JobControl&) {
                worked = QThread::currentThread();
                return std::make_unique<int>(5);
            },
            this,
            [&](std::unique_ptr<int> value) {
                result = std::move(value);
                delivered = QThread::currentThread() == here;
            });
        QSignalSpy finished(job, &Job::finished);
        QCOMPARE(jobs.running().size(), 1);
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(delivered);
        QCOMPARE(*result, 5);
        QVERIFY(worked != here);
        QVERIFY(jobs.running().isEmpty());
    }

    void progressLogAndRemainingTimeAreTold() {
        Jobs jobs;
        QSemaphore proceed;
        Job* job = jobs.start(
            "count",
            [&](JobControl& control) {
                control.log("begun");
                QThread::msleep(20);
                control.setProgress(0.25);
                proceed.acquire();
                control.log("done");
            },
            this, [] {});
        QVERIFY(!job->remainingSeconds());
        QTRY_COMPARE(job->progress(), 0.25);
        QVERIFY(*job->remainingSeconds() >= 0.059); // three times the 20 ms so far
        QCOMPARE(job->log(), QStringList{"begun"});
        QStringList log;
        connect(job, &Job::finished, this, [&, job] { log = job->log(); });
        proceed.release();
        QTRY_COMPARE(log, (QStringList{"begun", "done"}));
    }

    void failureIsASignalWithTheMessage() {
        Jobs jobs;
        bool delivered = false;
        Job* job = jobs.start(
            "fail", [](JobControl&) -> int { throw Error("data\u202e.txt:3: no label"); }, this,
            [&](int) { delivered = true; });
        QSignalSpy failed(job, &Job::failed);
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(failed[0][0].toString(), QString("data?.txt:3: no label"));
        QVERIFY(!delivered);
    }

    void aCancelledJobDeliversNothing() {
        Jobs jobs;
        bool delivered = false;
        Job* job = jobs.start("wait", waitForCancel, this, [&] { delivered = true; });
        QSignalSpy cancelled(job, &Job::cancelled), failed(job, &Job::failed);
        job->cancel();
        QTRY_COMPARE(cancelled.count(), 1);
        QCOMPARE(failed.count(), 0);
        QVERIFY(!delivered);
    }

    /// One that goes on from a checkpoint has most of its work behind it, and none of the time.
    void workMayTellWhatRemains() {
        Jobs jobs;
        QSemaphore told, proceed;
        Job* job = jobs.start(
            "resumed",
            [&](JobControl& control) {
                control.setProgress(0.9);
                control.setRemaining(40);
                told.release();
                proceed.acquire();
                control.setRemaining(std::nan(""));
                told.release();
                proceed.acquire();
            },
            this, [] {});
        told.acquire();
        QTRY_COMPARE(job->remainingSeconds(), std::optional(40.));
        proceed.release();
        told.acquire();
        QTRY_VERIFY(!job->remainingSeconds());
        QSignalSpy finished(job, &Job::finished);
        proceed.release();
        QTRY_COMPARE(finished.count(), 1);
    }

    void aVanishedReceiverIsHarmless() {
        Jobs jobs;
        QSemaphore proceed;
        bool delivered = false;
        auto receiver = std::make_unique<QObject>();
        Job* job = jobs.start(
            "late",
            [&](JobControl&) {
                proceed.acquire();
                return 1;
            },
            receiver.get(), [&](int) { delivered = true; });
        QSignalSpy finished(job, &Job::finished);
        receiver.reset();
        proceed.release();
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(!delivered);
    }

    void destroyingTheTrackerStopsItsJobs() {
        bool delivered = false;
        {
            Jobs jobs;
            jobs.start("wait", waitForCancel, this, [&] { delivered = true; });
        }
        QCoreApplication::processEvents();
        QVERIFY(!delivered);
    }

    void onlyTheNewestOfManyCounts() {
        Jobs jobs;
        LatestJob latest(jobs, this);
        QSemaphore proceed;
        std::atomic<int> started = 0;
        QList<int> results;
        QSignalSpy busy(&latest, &LatestJob::busyChanged);
        for (int i = 0; i < 5; ++i)
            latest.start(
                "step",
                [&, i](JobControl&) {
                    ++started;
                    proceed.acquire();
                    return i;
                },
                [&](int value) { results << value; }, [](const QString&) {});
        QVERIFY(latest.isBusy());
        proceed.release(5);
        QTRY_VERIFY(!latest.isBusy());
        QCOMPARE(results, QList<int>{4});
        QCOMPARE(int(started), 2); // the first and the last: those between never ran
        QCOMPARE(busy.last()[0].toBool(), false);
    }

    void aFailureOfASupersededJobVanishes() {
        Jobs jobs;
        LatestJob latest(jobs, this);
        QStringList failures;
        int result = 0;
        latest.start(
            "bad", [](JobControl&) -> int { throw Error("bad"); }, [&](int) {},
            [&](const QString& m) { failures << m; });
        latest.start(
            "good", [](JobControl&) { return 3; }, [&](int v) { result = v; },
            [&](const QString& m) { failures << m; });
        QTRY_COMPARE(result, 3);
        QVERIFY(failures.isEmpty());
        latest.start(
            "bad", [](JobControl&) -> int { throw Error("bad"); }, [&](int) {},
            [&](const QString& m) { failures << m; });
        QTRY_COMPARE(failures, QStringList{"bad"});
        QTRY_VERIFY(!latest.isBusy());
    }

    void timesAreWords() {
        QCOMPARE(durationText(0.2), QString("1\u00a0s"));
        QCOMPARE(durationText(200), QString("3\u00a0min 20\u00a0s"));
        QCOMPARE(durationText(3900), QString("1\u00a0h 5\u00a0min"));
    }
};

QTEST_GUILESS_MAIN(JobTest)
#include "job_test.moc"
