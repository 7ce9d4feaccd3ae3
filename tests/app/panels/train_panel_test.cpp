#include "app/panels/train/train_fixture.h"
#include "figure/figure_menu.h"
#include "matrix/heat_map.h"
#include "plots/curve_plot.h"
#include "viewmodels/runs_load.h"
#include "window/jobs_button.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSlider>
#include <QtTest>

using namespace headlight;

class TrainPanelTest : public QObject, TrainFixture {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
    }
    void cleanup() { end(); }

    void itTrainsToTheEndAndShowsIt() {
        typeData(task);
        makeSmall(3);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QTest::mouseClick(start(), Qt::LeftButton);
        auto* loss = find<CurvePlot>("train.loss");
        QTRY_VERIFY_WITH_TIMEOUT(state().contains(" ended"), patience);
        QTRY_COMPARE_WITH_TIMEOUT(
            loss->legendNames(), QStringList({"train, each batch", "train, moving average, weight 0.9", "dev", "test"}),
            patience);
        QVERIFY(loss->values().rows.size() >= 60);
        QCOMPARE(loss->axisTitle(PlotWidget::Axis::Y), QString("loss, train averaged"));
        QCOMPARE(find<CurvePlot>("train.figure")->axisTitle(PlotWidget::Axis::Y).section(' ', -1), QString("(%)"));
        QVERIFY(find<QLabel>("train.rate")->text().contains("epoch 3.00 of 3"));
        QVERIFY(find<QPlainTextEdit>("train.log")->toPlainText().contains("Finished"));

        auto* slider = find<QSlider>("train.epoch");
        auto* map = find<HeatMap>("train.map");
        QTRY_COMPARE_WITH_TIMEOUT(slider->maximum(), 3, patience);
        QTRY_VERIFY_WITH_TIMEOUT(map->view().title.contains("epoch 3"), patience);
        QCOMPARE(loss->cursor().value_or(-1), 3.0);
        const QList<float> last = map->view().values;
        slider->setValue(0);
        QTRY_VERIFY_WITH_TIMEOUT(map->view().title.contains("epoch 0"), patience);
        QVERIFY(map->view().values != last);
        QCOMPARE(loss->cursor().value_or(-1), 0.0);
        emit loss->cursorRequested(2.1);
        QTRY_COMPARE_WITH_TIMEOUT(slider->value(), 2, patience);

        QCOMPARE(loadRuns(m_session->storePath()).front().status, QStringLiteral("finished"));
        QSignalSpy opened(m_session.get(), &Session::modelRequested);
        QTest::mouseClick(find<QPushButton>("train.open"), Qt::LeftButton);
        QCOMPARE(opened.size(), 1);
        QVERIFY(QFile::exists(opened[0][0].toString() + "/model.safetensors"));
    }

    void aStartThatFailsLeavesWhatIsShown() {
        const QString corpus = m_folder->filePath("weather.all");
        QVERIFY(QFile::copy(HEADLIGHT_SOURCE_DIR "/datasets/samples/label_text/weather.all", corpus));
        typeData(corpus);
        makeSmall(2);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QTest::mouseClick(start(), Qt::LeftButton);
        QTRY_VERIFY2_WITH_TIMEOUT(state().contains(" ended"), qPrintable(log()), patience);
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete() && !find<HeatMap>("train.map")->view().title.isEmpty(),
                                 patience);
        const QString map = find<HeatMap>("train.map")->view().title;
        const QString before = state(), rate = find<QLabel>("train.rate")->text(), lines = log();
        const auto curves = find<CurvePlot>("train.loss")->values().rows;
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        const auto isAsBefore = [&] {
            return state() == before && find<QLabel>("train.rate")->text() == rate && log().startsWith(lines) &&
                   find<CurvePlot>("train.loss")->values().rows == curves &&
                   find<HeatMap>("train.map")->view().title == map && find<HeatMap>("train.map")->isVisible() &&
                   find<QPushButton>("train.open")->isEnabled();
        };

        QVERIFY(QFile::remove(corpus)); // after it was previewed
        QVERIFY(start()->isEnabled());
        QTest::mouseClick(start(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(notices.size(), 1, patience);
        QVERIFY(notices[0][0].value<Notice>().text.contains("weather.all"));
        QVERIFY2(isAsBefore(), qPrintable(state() + '\n' + log()));
        QVERIFY(log().endsWith(notices[0][0].value<Notice>().text));
        QVERIFY(start()->isEnabled());
        m_session->requestResume("77"); // there is none
        QTRY_COMPARE_WITH_TIMEOUT(notices.size(), 2, patience);
        QVERIFY2(isAsBefore(), qPrintable(state() + '\n' + log()));

        typeData(task); // what begins then has a log of its own
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QTest::mouseClick(start(), Qt::LeftButton);
        QTRY_VERIFY2_WITH_TIMEOUT(state().startsWith("Run 2 has ended"), qPrintable(log()), patience);
        QVERIFY2(log().startsWith("Reading First token") && !log().contains("weather"), qPrintable(log()));
        QVERIFY(find<CurvePlot>("train.loss")->values().rows != curves);
    }

    void itPausesGoesOnStopsAndIsResumed() {
        typeData(task);
        makeSmall(3000);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QTest::mouseClick(start(), Qt::LeftButton);
        auto* pause = find<QPushButton>("train.pause");
        auto* stop = find<QPushButton>("train.stop");
        QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("train.rate")->text().contains("tokens/s"), patience);
        QVERIFY(!start()->isEnabled());
        QTest::mouseClick(pause, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(pause->text(), QStringLiteral("Resume"), patience);
        QVERIFY(state().contains("is paused"));
        QTest::mouseClick(pause, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(pause->text(), QStringLiteral("Pause"), patience);
        QTest::mouseClick(stop, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(state().contains("was stopped"), patience);
        QCOMPARE(loadRuns(m_session->storePath()).front().status, QStringLiteral("stopped"));
        QVERIFY(start()->isEnabled());
        const QString before = log();

        const auto resumed = [&] {
            return find<QPlainTextEdit>("train.log")->toPlainText().contains("Resumed after step");
        };
        QCOMPARE(pause->text(), QStringLiteral("Resume")); // on the spot ...
        QTest::mouseClick(pause, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(resumed() && stop->isEnabled(), patience);
        QVERIFY2(log().startsWith(before), qPrintable(log())); // what it told before is still there
        QTRY_COMPARE_WITH_TIMEOUT(pause->text(), QStringLiteral("Pause"), patience);
        QTest::mouseClick(stop, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(state().contains("was stopped"), patience);

        m_session->requestResume("1"); // ... and from Runs
        QTRY_VERIFY_WITH_TIMEOUT(resumed(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(stop->isEnabled(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(find<CurvePlot>("train.loss")->values().rows.size() > 2, patience);
        QTest::mouseClick(stop, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(state().contains("was stopped"), patience);
        QCOMPARE(loadRuns(m_session->storePath()).size(), 1);
    }

    /// Beside the tabs of the window and here, also while the pace is still to be found again after a pause.
    void howLongItTakesIsSaidAlikeEverywhere() {
        JobsButton button(*m_jobs);
        typeData(task);
        makeSmall(3000);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QTest::mouseClick(start(), Qt::LeftButton);
        const auto* rate = find<QLabel>("train.rate");
        auto* pause = find<QPushButton>("train.pause");
        for (const char* next : {"Resume", "Pause"}) {
            QTRY_VERIFY_WITH_TIMEOUT(next == QString("Pause") || rate->text().contains(" left"), patience);
            QTest::mouseClick(pause, Qt::LeftButton);
            QTRY_COMPARE_WITH_TIMEOUT(pause->text(), QString(next), patience);
        }
        const auto leftIn = [](const QString& text) {
            return QRegularExpression("([0-9][^,·]*) left").match(text).captured(1);
        };
        QStringList both;
        QElapsedTimer time;
        time.start();
        for (; time.elapsed() < 3000; QTest::qWait(10))
            if (const QString here = leftIn(rate->text()), there = leftIn(button.text());
                !here.isEmpty() && !there.isEmpty())
                both << (here == there ? "alike" : here + " and " + there);
        QVERIFY(both.contains("alike"));
        both.removeAll("alike");
        QVERIFY2(both.isEmpty(), qPrintable(both.join(", ")));
        QTest::mouseClick(find<QPushButton>("train.stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(state().contains("was stopped"), patience);
    }

    /// By keyboard alone: the button that was pressed goes off, and what one would press next has the focus.
    void theFocusGoesOnToTheCounterpart() {
        typeData(task);
        makeSmall(3000);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        QWidget* pause = find<QPushButton>("train.pause");
        auto* stop = find<QPushButton>("train.stop");
        const auto text = [&] { return find<QPushButton>("train.pause")->text(); };
        const auto press = [](QWidget* button) {
            button->setFocus();
            QTest::keyClick(button, Qt::Key_Space);
        };
        press(start());
        QTRY_VERIFY_WITH_TIMEOUT(!start()->isEnabled(), patience); // the corpus has been read
        QVERIFY(QApplication::focusWidget() == pause || !qobject_cast<QAbstractButton*>(QApplication::focusWidget()));
        QTRY_COMPARE_WITH_TIMEOUT(QApplication::focusWidget(), pause, patience);
        QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("train.rate")->text().contains("tokens/s"), patience);
        press(pause);
        QTRY_COMPARE_WITH_TIMEOUT(text(), QStringLiteral("Resume"), patience);
        QCOMPARE(QApplication::focusWidget(), pause);
        press(pause);
        QTRY_COMPARE_WITH_TIMEOUT(text(), QStringLiteral("Pause"), patience);
        QCOMPARE(QApplication::focusWidget(), pause);
        press(stop);
        QTRY_VERIFY_WITH_TIMEOUT(state().contains("was stopped"), patience);
        QCOMPARE(QApplication::focusWidget(), pause);
        QCOMPARE(text(), QStringLiteral("Resume"));
        press(pause);
        QTRY_VERIFY_WITH_TIMEOUT(stop->isEnabled() && text() == QStringLiteral("Pause") && pause->isEnabled(),
                                 patience);
        QCOMPARE(QApplication::focusWidget(), pause);
        QTest::mouseClick(stop, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(state().contains("was stopped"), patience);

        setOption("epochs", "1");
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        press(start());
        QTRY_VERIFY2_WITH_TIMEOUT(state().contains(" ended"), qPrintable(log()), patience);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(start())); // there is nothing to go on with
    }

    void aCopiedMapHasNoCrosshair() {
        trainShortly(1);
        auto* map = find<HeatMap>("train.map");
        auto* menu = map->findChild<FigureMenu*>();
        const auto copied = [menu] {
            menu->copyImage();
            return QGuiApplication::clipboard()->image();
        };
        const QImage plain = copied();
        map->setHover(1, 0);
        QVERIFY(!plain.isNull());
        QVERIFY(copied() == plain);
    }

    void anEmptyViewOffersTheNextThing() {
        auto* next = find<QWidget>("train.next")->findChild<QPushButton*>();
        QVERIFY(next->isVisible());
        QCOMPARE(next->text(), QStringLiteral("Train on a toy task, about 10 s"));
        QVERIFY(!find<CurvePlot>("train.loss")->isVisible());
        typeData(task);
        makeSmall(1);
        QTRY_VERIFY_WITH_TIMEOUT(next->isEnabled() && next->text().startsWith("Train Multi-head on First token"),
                                 patience);
        QTest::mouseClick(next, Qt::LeftButton);
        QTRY_VERIFY2_WITH_TIMEOUT(state().contains(" ended"), qPrintable(log()), patience);
        QVERIFY(find<CurvePlot>("train.loss")->isVisible());
        QVERIFY(!next->isVisible());
    }

    void theFirstOfferTrainsAToyTaskWhileOneWatches() {
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        auto* offer = find<QWidget>("train.next")->findChild<QPushButton*>();
        offer->setFocus();
        QTest::keyClick(offer, Qt::Key_Space);
        QCOMPARE(find<QLineEdit>("train.data.text")->text(), QStringLiteral("First token"));
        QTRY_COMPARE_WITH_TIMEOUT(QApplication::focusWidget(), find<QPushButton>("train.pause"), patience);
        QTRY_VERIFY2_WITH_TIMEOUT(state().contains(" ended"), qPrintable(log()), 2 * patience);
        const RunEntry run = loadRuns(m_session->storePath()).front();
        QVERIFY2(run.reached["accuracy"].best > 0.95, qPrintable(log()));
    }

    void whatIsWrongIsPosted() {
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        m_session->requestResume("77");
        QTRY_COMPARE_WITH_TIMEOUT(notices.size(), 1, patience);
        QCOMPARE(notices[0][0].value<Notice>().key, QStringLiteral("train"));
    }
};

QTEST_MAIN(TrainPanelTest)
#include "train_panel_test.moc"
