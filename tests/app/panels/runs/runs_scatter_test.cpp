#include "panels/runs_panel.h"

#include "app/panels/runs/runs_fixture.h"
#include "panels/scatter_tab.h"

#include <QCheckBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTabWidget>
#include <QtTest>

using namespace headlight;

/// The scatter plot of runs, through the panel that holds it.
class RunsScatterTest : public QObject, RunsFixture {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void scatterShowsEveryRun() {
        openFilled();
        find<QTabWidget>("runs.tabs")->setCurrentIndex(1);
        auto* plot = find<ScatterPlot>("runs.scatter");
        QTRY_COMPARE_WITH_TIMEOUT(plot->values().rows.size(), 5, patience);
        QSignalSpy chosen(m_session.get(), &Session::chosenRunsChanged);
        QTest::qWait(50);
        plot->click(plot->toPixel(54, 93));
        QCOMPARE(m_session->chosenRuns(), QStringList({"5"}));
    }

    void timesHaveUnitsAlongTheAxis() {
        openFilled();
        find<QTabWidget>("runs.tabs")->setCurrentIndex(1);
        auto* plot = find<ScatterPlot>("runs.scatter");
        QCOMPARE(plot->axisTitle(PlotWidget::Axis::X), QStringLiteral("time")); // the unit is at every number
        plot->hover(plot->toPixel(54, 93));
        QVERIFY2(plot->readout().contains("time: 54 s"), qPrintable(plot->readout()));
        pick("runs.scatter.x", "time per epoch");
        plot->hover(plot->toPixel(54 / 5., 93));
        QVERIFY2(plot->readout().contains("time per epoch: 10.8 s"), qPrintable(plot->readout()));
    }

    void scatterSaysWhyNothingPublishedIsShown() {
        openFilled();
        find<QTabWidget>("runs.tabs")->setCurrentIndex(1);
        auto* note = find<QLabel>("runs.scatter.note");
        QVERIFY(!note->isVisible());
        click<QCheckBox>("runs.published");
        QVERIFY(note->isVisible());
        QCOMPARE(note->text(), QStringLiteral("No published figure of these corpora has a value for time."));
        QCOMPARE(find<ScatterPlot>("runs.scatter")->values().rows.size(), 5);
        pick("runs.scatter.x", "accuracy");
        QVERIFY(!note->isVisible());
        QVERIFY(find<ScatterPlot>("runs.scatter")->values().rows.size() > 5);
    }
};

QTEST_MAIN(RunsScatterTest)
#include "runs_scatter_test.moc"
