#include "panels/runs_panel.h"

#include "app/panels/runs/runs_fixture.h"
#include "figure/figure_menu.h"
#include "plots/parallel_plot.h"

#include <QLabel>
#include <QTabWidget>
#include <QToolButton>
#include <QtTest>

using namespace headlight;

/// Parallel coordinates of runs, through the panel that holds them.
class RunsParallelTest : public QObject, RunsFixture {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void runsAreComparedInParallel() {
        openFilled();
        find<QTabWidget>("runs.tabs")->setCurrentIndex(4);
        auto* plot = find<ParallelPlot>("runs.parallel");
        QTRY_COMPARE_WITH_TIMEOUT(plot->values().rows.size(), 5, patience);
        const QStringList usual = plot->values().columns;
        for (const char* column : {"model", "seed", "time (s)", "accuracy (%)"})
            QVERIFY2(usual.contains(column), qPrintable(usual.join('|')));
        QVERIFY(!usual.contains("data"));       // the same of all
        const int axis = int(usual.size()) - 3; // behind id and name
        // Accuracies of 85, 87, 89, 91 and 93 %.
        const QPoint low = plot->toPixel(axis, 90).toPoint(), high = plot->toPixel(axis, 94).toPoint();
        QTest::mousePress(plot, Qt::LeftButton, {}, low);
        QTest::mouseMove(plot, (low + high) / 2);
        QTest::mouseMove(plot, high);
        QTest::mouseRelease(plot, Qt::LeftButton, {}, high);
        QCOMPARE(plot->inside().size(), 2);
        QVERIFY(find<QLabel>("runs.parallel.note")->text().startsWith("2 of 5 runs"));
        click<QPushButton>("runs.parallel.choose");
        QCOMPARE(m_session->chosenRuns().size(), 2);
        QCOMPARE(plot->values().rows.size(), 5); // those that are not chosen stay
        QTest::mouseClick(plot, Qt::LeftButton, {}, plot->toPixel(axis, 93).toPoint() - QPoint(14, 0));
        QCOMPARE(m_session->chosenRuns(), QStringList({"5"}));
        auto* menu = find<QToolButton>("runs.parallel.axes")->menu();
        emit menu->aboutToShow();
        menu->findChild<QAction*>("axis.memory")->trigger();
        QCOMPARE(plot->values().columns.contains("memory (MB)"), true);
        m_panel.reset();
        open(); // the axes are remembered
        QTRY_VERIFY_WITH_TIMEOUT(find<ParallelPlot>("runs.parallel")->values().columns.contains("memory (MB)"),
                                 patience);
    }

    /// One without room beside its button lies over it.
    void theClickThatOpensTheAxesTicksNone() {
        openFilled();
        find<QTabWidget>("runs.tabs")->setCurrentIndex(4);
        auto* plot = find<ParallelPlot>("runs.parallel");
        QTRY_COMPARE_WITH_TIMEOUT(plot->values().rows.size(), 5, patience);
        const QStringList usual = plot->values().columns;
        auto* menu = find<QToolButton>("runs.parallel.axes")->menu();
        menu->popup({});
        QVERIFY(QTest::qWaitForWindowExposed(menu));
        auto* memory = menu->findChild<QAction*>("axis.memory");
        const QPoint place = menu->actionGeometry(memory).center();
        QTest::mouseRelease(menu, Qt::LeftButton, {}, place);
        QCOMPARE(plot->values().columns, usual);
        QVERIFY(menu->isVisible());
        QTest::mouseClick(menu, Qt::LeftButton, {}, place);
        QVERIFY(plot->values().columns.contains("memory (MB)"));
        menu->close();
    }

    /// They are many: all in one menu would be higher than a screen.
    void optionsHaveAMenuOfTheirOwn() {
        openFilled();
        find<QTabWidget>("runs.tabs")->setCurrentIndex(4);
        auto* menu = find<QToolButton>("runs.parallel.axes")->menu();
        emit menu->aboutToShow();
        QVERIFY(menu->actions().contains(menu->findChild<QAction*>("axis.memory")));
        const auto* options = menu->findChild<QMenu*>();
        QVERIFY(options && !options->isEmpty());
        for (QAction* option : options->actions())
            QVERIFY(!menu->actions().contains(option));
    }
};

QTEST_MAIN(RunsParallelTest)
#include "runs_parallel_test.moc"
