#include "app/panels/train/train_fixture.h"
#include "engine/store/run_series.h"
#include "matrix/heat_map.h"
#include "matrix/map_grid.h"
#include "panels/train/run_mark.h"
#include "plots/curve_plot.h"
#include "viewmodels/runs_entry.h"
#include "viewmodels/runs_load.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QtTest>

using namespace headlight;

/// The run that is looked at: its log, and what a restart or another program makes of it.
class ShownRunTest : public QObject, TrainFixture {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
    }
    void cleanup() { end(); }

    void anEmptyLogSaysWhatWouldBeThere() {
        auto* log = find<QPlainTextEdit>("train.log");
        QVERIFY(!log->isVisible());
        const auto words = m_panel->findChildren<QLabel*>();
        QVERIFY(std::any_of(words.begin(), words.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().startsWith("What happens is written here");
        }));
        log->appendPlainText("Data: 200 examples");
        QVERIFY(log->isVisible());
    }

    void theRunHasItsColourOfAllViews() {
        auto* dot = find<RunMark>("train.dot");
        QVERIFY(!dot->isVisible());
        trainShortly(1);
        QVERIFY(dot->isVisible() && dot->look());
        QCOMPARE(dot->look()->index, RunEntry::colorByNumber(1));
        m_session->setRunColors({1}, "#a01060");
        QCOMPARE(dot->look()->color, QColor("#a01060"));
        m_session->setRunColors({1}, {});
        m_session->setRunColors({7}, "0"); // the place of run 1, which leaves it, as in Runs
        QCOMPARE(dot->look()->index, RunEntry::colorByNumber(7));
    }

    void theEndOfTheLogIsSeen() {
        m_panel->resize(1300, 550); // where the lines of a few epochs have no room
        trainShortly(8);
        const QScrollBar* bar = find<QPlainTextEdit>("train.log")->verticalScrollBar();
        QVERIFY(bar->maximum() > 0);
        QTRY_COMPARE(bar->value(), bar->maximum());
        QVERIFY(isEndOfLogSeen());
    }

    void theLogIsFollowedUntilTheUserScrollsUp() {
        auto* text = find<QPlainTextEdit>("train.log");
        QScrollBar* bar = text->verticalScrollBar();
        for (int line = 0; line < 60; ++line)
            text->appendPlainText(QString::number(line));
        for (const QSize size : {QSize(1024, 700), QSize(1400, 700), QSize(900, 600), QSize(1300, 650)}) {
            m_panel->resize(size);
            QTRY_VERIFY(bar->maximum() > 0);
            QTRY_COMPARE(bar->value(), bar->maximum());
            text->appendPlainText("one line more, long enough to be broken in a narrow log; it has to be seen");
            QTRY_COMPARE(bar->value(), bar->maximum());
        }
        text->setPlainText(text->toPlainText()); // another run begins
        text->appendPlainText("its first line");
        QTRY_COMPARE(bar->value(), bar->maximum());
        m_panel->hide();
        for (int line = 0; line < 20; ++line)
            text->appendPlainText("while it is hidden, a line that is long enough to be broken in a narrow log");
        m_panel->show();
        QTRY_COMPARE(bar->value(), bar->maximum());
        bar->triggerAction(QAbstractSlider::SliderPageStepSub);
        QVERIFY(bar->value() < bar->maximum());
        // The text that is seen: the bar counts broken lines, and those above are broken anew late.
        const auto firstSeen = [text] { return text->cursorForPosition(QPoint(5, 5)).blockNumber(); };
        QTest::qWait(50);
        const int up = firstSeen();
        text->appendPlainText("not seen");
        QTest::qWait(50);
        QCOMPARE(firstSeen(), up);
        QVERIFY(bar->value() < bar->maximum());
        bar->triggerAction(QAbstractSlider::SliderToMaximum);
        text->appendPlainText("seen");
        QTRY_COMPARE(bar->value(), bar->maximum());
    }

    void theEndOfTheLogIsSeenWhenTheViewIsShownLater() {
        trainShortly(2);
        Store store(m_session->storePath().toStdString());
        for (int step = 1; step < 800; ++step)
            store.addEvaluation(1, {1000 + step, step / 20., "test", R"({"accuracy":0.5,"loss":1})"});
        for (const int width : {1300, 1100, 900}) {                      // where the last line is broken otherwise
            m_panel = std::make_unique<TrainPanel>(*m_session, *m_jobs); // while another view is looked at
            m_panel->resize(width, 850);
            QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete() && log().contains("Finished"), patience);
            m_panel->show();
            QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
            QTest::qWait(50);
            QVERIFY2(isEndOfLogSeen(), qPrintable(QString::number(width)));
            m_panel.reset(); // and while it is looked at
            m_panel = std::make_unique<TrainPanel>(*m_session, *m_jobs);
            m_panel->resize(width, 850);
            m_panel->show();
            QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete() && log().contains("Finished"), patience);
            QTest::qWait(50);
            QVERIFY2(isEndOfLogSeen(), qPrintable(QString::number(width)));
        }
    }

    void theLogOfAnotherProgramsRunIsFollowedUntilTheUserScrollsUp() {
        trainShortly(8);
        Store store(m_session->storePath().toStdString());
        store.setStatus(1, RunStatus::Running);
        reopen();
        QScrollBar* bar = find<QPlainTextEdit>("train.log")->verticalScrollBar();
        const auto goOn = [&](int step) {
            const int lines = int(log().count('\n'));
            store.addEvaluation(1, {step, step / 20., "test", R"({"accuracy":0.5,"loss":1})"});
            store.addMetrics(1, {{"test.accuracy", step, step / 20., 1, 0.5}});
            QTRY_VERIFY_WITH_TIMEOUT(log().count('\n') > lines, patience);
        };
        goOn(2000);
        QTRY_COMPARE(bar->value(), bar->maximum());
        bar->triggerAction(QAbstractSlider::SliderPageStepSub);
        const int up = bar->value();
        goOn(3000);
        QTest::qWait(50);
        QCOMPARE(bar->value(), up);
        store.setStatus(1, RunStatus::Finished);
    }

    void theLastEpochIsFollowedAfterARestartToo() {
        trainShortly(3);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("train.map")->view().title.contains("epoch 3"), patience);
        Store store(m_session->storePath().toStdString());
        Snapshot further = store.snapshot(1, 3, 0);
        further.epoch = 4;
        store.addSnapshot(1, further); // it went on in another program
        reopen();
        QTRY_COMPARE_WITH_TIMEOUT(find<QSlider>("train.epoch")->value(), 4, patience);
    }

    void aRestartShowsTheRunAsItWas() {
        trainShortly(3);
        auto* slider = find<QSlider>("train.epoch");
        QTRY_COMPARE_WITH_TIMEOUT(slider->maximum(), 3, patience);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("train.map")->view().title.contains("epoch 3"), patience);
        slider->setValue(1);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("train.map")->view().title.contains("epoch 1"), patience);
        auto* sentence = find<QComboBox>("train.probe");
        sentence->setCurrentIndex(1);
        emit sentence->activated(1);
        auto* grid = find<MapGrid>("train.grid");
        QTest::mouseClick(grid->viewport(), Qt::LeftButton, {}, grid->thumbnailRect(1).center().toPoint());
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        const MatrixView map = find<HeatMap>("train.map")->view();
        QCOMPARE(map.title, QString("layer 0 · head 1 · all · weight · epoch 1")); // as Attend says it
        const QString before = state(), rate = find<QLabel>("train.rate")->text();
        const QStringList lines = log().split('\n');
        const auto table = [&](const char* plot) { return find<CurvePlot>(plot)->values().rows; };
        const auto loss = table("train.loss"), figure = table("train.figure");
        QVERIFY(!loss.isEmpty() && !figure.isEmpty());

        reopen();
        QCOMPARE(state(), before);
        QCOMPARE(find<QLabel>("train.rate")->text(), rate);
        QCOMPARE(table("train.loss"), loss);
        QCOMPARE(table("train.figure"), figure);
        QCOMPARE(log().split('\n').last(), lines.last());
        QCOMPARE(find<QSlider>("train.epoch")->value(), 1);
        QCOMPARE(find<QSlider>("train.epoch")->maximum(), 3);
        QCOMPARE(find<CurvePlot>("train.loss")->cursor().value_or(-1), 1.0);
        QCOMPARE(find<QComboBox>("train.probe")->currentIndex(), 1);
        QCOMPARE(find<HeatMap>("train.map")->view().title, map.title);
        QCOMPARE(find<HeatMap>("train.map")->view().values, map.values);
        QVERIFY(find<QPushButton>("train.open")->isEnabled());
        QVERIFY(!find<QPushButton>("train.pause")->isEnabled()); // finished: nothing to resume
    }

    void aStoppedRunIsResumedAfterARestart() {
        trainAndStop();
        const QString before = state();
        reopen();
        QCOMPARE(state(), before);
        auto* pause = find<QPushButton>("train.pause");
        QCOMPARE(pause->text(), QStringLiteral("Resume"));
        QTest::mouseClick(pause, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(log().contains("Resumed after step"), patience);
        QTRY_VERIFY_WITH_TIMEOUT(find<QPushButton>("train.stop")->isEnabled(), patience);
        QTest::mouseClick(find<QPushButton>("train.stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(state().contains("was stopped"), patience);
        QCOMPARE(loadRuns(m_session->storePath()).size(), 1);
    }

    void whatIsLeftOfItsSeriesIsSaidAfterARestart() {
        trainShortly(1);
        Store store(m_session->storePath().toStdString());
        const RunRecord run = store.summary(1).run;
        RunConfig next = configurationOf(run);
        ++next.train.seed;
        keepRunsAfter(run.checkpoint, {{next}});
        reopen();
        QTRY_VERIFY2_WITH_TIMEOUT(state().endsWith("(1 more run of its series is left)"), qPrintable(state()),
                                  patience);
        QCOMPARE(find<QPushButton>("train.pause")->text(), QString("Resume"));
    }

    void aRunThatIsGoneLeavesTheViewEmptyWithoutAnError() {
        trainShortly(1);
        const QString store = m_session->storePath();
        m_session->setStorePath(m_folder->filePath("other.sqlite")); // where number 1 is another run, or none
        reopen();
        QCOMPARE(state(), QStringLiteral("Nothing is training."));
        m_session->setStorePath(store);
        Store(store.toStdString()).remove({1});
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        reopen();
        QCOMPARE(state(), QStringLiteral("Nothing is training."));
        QVERIFY(find<CurvePlot>("train.loss")->values().rows.isEmpty());
        QCOMPARE(notices.size(), 0);
        Store(store.toStdString()).restore({1});
        reopen();
        QVERIFY(state().startsWith("Run 1 has ended"));
    }

    void aRunOfAnotherProgramIsFollowedUntilItEnds() {
        trainAndStop();
        Store store(m_session->storePath().toStdString());
        store.setStatus(1, RunStatus::Running);
        reopen();
        QVERIFY2(state().startsWith("Run 1 continues in another program"), qPrintable(state()));
        QVERIFY(!find<QPushButton>("train.pause")->isEnabled());
        QVERIFY(!find<QPushButton>("train.stop")->isEnabled());
        const int epoch = find<QSlider>("train.epoch")->value();
        store.setStatus(1, RunStatus::Stopped);
        QTRY_VERIFY_WITH_TIMEOUT(state().startsWith("Run 1 was stopped"), patience);
        QCOMPARE(find<QPushButton>("train.pause")->text(), QStringLiteral("Resume"));
        QCOMPARE(find<QSlider>("train.epoch")->value(), epoch);
    }

    void anEarlierRunIsShownAgain() {
        trainShortly(2);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("train.map")->view().title.contains("epoch 2"), patience);
        find<QSpinBox>("train.seeds")->setFocus();
        makeSmall(3);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QTest::mouseClick(start(), Qt::LeftButton);
        QTRY_VERIFY2_WITH_TIMEOUT(state().startsWith("Run 2 has ended"), qPrintable(log()), patience);

        m_session->requestTraining("1");
        QTRY_VERIFY2_WITH_TIMEOUT(state().startsWith("Run 1 has ended"), qPrintable(state()), patience);
        QVERIFY2(log().contains("Epoch 2") && !log().contains("Epoch 3"), qPrintable(log()));
        QCOMPARE(find<QSlider>("train.epoch")->value(), 2);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("train.map")->view().title.contains("epoch 2"), patience);
    }

private:
    bool isEndOfLogSeen() {
        auto* text = find<QPlainTextEdit>("train.log");
        QTextCursor end(text->document());
        end.movePosition(QTextCursor::End);
        const QScrollBar* bar = text->verticalScrollBar();
        return bar->maximum() > 0 && text->viewport()->rect().contains(text->cursorRect(end));
    }
    void trainAndStop() {
        typeData(task);
        makeSmall(3000);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QTest::mouseClick(start(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("train.rate")->text().contains("tokens/s"), patience);
        QTest::mouseClick(find<QPushButton>("train.stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(state().contains("was stopped"), patience);
    }
};

QTEST_MAIN(ShownRunTest)
#include "shown_run_test.moc"
