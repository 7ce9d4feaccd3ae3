#include "panels/train/train_status.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QtTest>

using namespace headlight;

using Phase = TrainJob::Phase;

class TrainStatusTest : public QObject {
    Q_OBJECT
private slots:
    void everyStateIsSaid_data() {
        QTest::addColumn<int>("phase");
        QTest::addColumn<bool>("hasRun");
        QTest::addColumn<QString>("status");
        QTest::addColumn<QString>("said");
        QTest::addColumn<bool>("canGoOn");
        const auto row = [](const char* name, Phase phase, bool hasRun, const char* status, const char* said,
                            bool canGoOn) {
            QTest::newRow(name) << int(phase) << hasRun << QString(status) << QString(said) << canGoOn;
        };
        row("nothing", Phase::Idle, false, "", "Nothing is training.", false);
        row("preparing", Phase::Preparing, false, "", "Preparing …", false);
        row("stopped while preparing", Phase::Stopping, false, "", "Stopping …", false);
        row("running", Phase::Running, true, "", "Run 3: mtsa on trec (2 of 3 runs)", false);
        row("pausing", Phase::Pausing, true, "", "Run 3 is pausing: mtsa on trec (2 of 3 runs)", false);
        row("paused", Phase::Paused, true, "", "Run 3 is paused: mtsa on trec (2 of 3 runs)", true);
        row("stopping", Phase::Stopping, true, "", "Run 3 is stopping: mtsa on trec (2 of 3 runs)", false);
        row("finished", Phase::Idle, true, "finished", "Run 3 has ended: mtsa on trec (2 of 3 runs)", false);
        row("stopped", Phase::Idle, true, "stopped", "Run 3 was stopped: mtsa on trec (2 of 3 runs)", true);
        row("interrupted", Phase::Idle, true, "interrupted", "Run 3 was interrupted: mtsa on trec (2 of 3 runs)", true);
        row("failed", Phase::Idle, true, "failed", "Run 3 has failed: mtsa on trec (2 of 3 runs)", true);
        row("elsewhere", Phase::Idle, true, "running", "Run 3 continues in another program: mtsa on trec (2 of 3 runs)",
            false);
    }
    void everyStateIsSaid() {
        QFETCH(int, phase);
        QFETCH(bool, hasRun);
        QFETCH(QString, status);
        QFETCH(QString, said);
        QFETCH(bool, canGoOn);
        TrainStatus::View view;
        if (hasRun)
            view = aRun();
        view.phase = Phase(phase);
        view.status = status;
        m_status.setView(view);
        QCOMPARE(text("train.state"), said);
        QCOMPARE(view.canGoOn(), canGoOn);
        QCOMPARE(button("train.pause")->text(), QString(canGoOn ? "Resume" : "Pause"));
        QCOMPARE(button("train.pause")->isEnabled(), canGoOn || view.phase == Phase::Running);
        QCOMPARE(button("train.stop")->isEnabled(), view.isBusy() && view.phase != Phase::Stopping);
        QVERIFY(!button("train.open")->isEnabled()); // there is no model yet
    }

    /// When the program was closed meanwhile, nobody remembers how many there were in all.
    void runsOfItsSeriesThatAreLeftAreSaid() {
        TrainStatus::View view = aRun();
        view.run.number = 0;
        view.run.count = 1;
        view.status = "stopped";
        for (const auto& [left, said] :
             {std::pair<std::optional<int>, QString>(0, "Run 3 was stopped: mtsa on trec"),
              {1, "Run 3 was stopped: mtsa on trec (1 more run of its series is left)"},
              {2, "Run 3 was stopped: mtsa on trec (2 more runs of its series are left)"},
              {std::nullopt, "Run 3 was stopped: mtsa on trec (more runs of its series are left)"}}) {
            view.runsAfter = left;
            m_status.setView(view);
            QCOMPARE(text("train.state"), said);
        }
    }

    void aLongNameMakesNoWideWindow() {
        TrainStatus::View view = aRun();
        view.status = "finished";
        view.early = "no better dev accuracy in 3 evaluations";
        view.run.title = "mtsa on " + QString(80, 'c');
        m_status.setView(view);
        const int width = m_status.minimumSizeHint().width();
        QVERIFY2(width < 40 * m_status.fontMetrics().height(), qPrintable(QString::number(width)));
    }

    void patienceThatEndedItIsSaid() {
        TrainStatus::View view = aRun();
        view.status = "finished";
        view.early = "no better dev accuracy in 3 evaluations";
        m_status.setView(view);
        QCOMPARE(text("train.state"),
                 QString("Run 3 ended early, no better dev accuracy in 3 evaluations: mtsa on trec (2 of 3 runs)"));
    }

    void theTimeLeftIsSaidWhileItRunsAndTheTimeTakenAfterwards() {
        TrainStatus::View view = aRun();
        view.phase = Phase::Running;
        m_status.setView(view);
        QCOMPARE(text("train.rate"), QString("The first step is still to come."));
        view.progress.step = 1250;
        view.progress.steps = 5000;
        view.progress.epoch = 2.5;
        view.progress.loss = 0.75;
        view.progress.tokensPerSecond = 12345;
        view.progress.seconds = 65;
        view.secondsLeft = 200;
        m_status.setView(view);
        QCOMPARE(text("train.rate"), QString("epoch 2.50 of 10 · step 1,250 of 5,000 · loss 0.7500 · 12,345 tokens/s · "
                                             "3\u00a0min 20\u00a0s left"));
        QCOMPARE(m_status.findChild<QProgressBar*>("train.progress")->value(), 250);
        view.phase = Phase::Paused; // so the time that is left is not running out
        m_status.setView(view);
        QVERIFY2(text("train.rate").endsWith("loss 0.7500 · paused"), qPrintable(text("train.rate")));
        view.phase = Phase::Running;
        view.waiting = "no step for 12 s"; // so the pace before it is no longer true
        m_status.setView(view);
        QVERIFY2(text("train.rate").endsWith("loss 0.7500 · no step for 12 s"), qPrintable(text("train.rate")));
        view.phase = Phase::Idle;
        view.status = "stopped";
        m_status.setView(view);
        QVERIFY2(text("train.rate").endsWith("loss 0.7500 · took 1\u00a0min 5\u00a0s"), qPrintable(text("train.rate")));
        view.status = "running"; // in another program: who knows how long it took by now
        m_status.setView(view);
        QVERIFY2(text("train.rate").endsWith("loss 0.7500"), qPrintable(text("train.rate")));
    }

private:
    static TrainStatus::View aRun() {
        TrainStatus::View view;
        view.run.id = 3;
        view.run.number = 1;
        view.run.count = 3;
        view.run.epochs = 10;
        view.run.title = "mtsa on trec";
        return view;
    }
    QString text(const QString& name) { return m_status.findChild<QLabel*>(name)->text(); }
    QPushButton* button(const QString& name) { return m_status.findChild<QPushButton*>(name); }

    TrainStatus m_status;
};

QTEST_MAIN(TrainStatusTest)
#include "train_status_test.moc"
