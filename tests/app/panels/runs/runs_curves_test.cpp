#include "panels/runs_panel.h"

#include "app/panels/runs/runs_fixture.h"
#include "engine/store/run_recorder.h"
#include "figure/figure_menu.h"
#include "plots/curve_plot.h"
#include "plots/plot_overlay.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QRegularExpression>
#include <QSlider>
#include <QtTest>
#include <SQLiteCpp/SQLiteCpp.h>
#include <cmath>
#include <qcustomplot.h>

using namespace headlight;

/// Curves of runs, through the panel that holds them.
class RunsCurvesTest : public QObject, RunsFixture {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    /// In the plot of one loss, which is compared with that of another one.
    void aLossWithLabelSmoothingSaysSo() {
        {
            Store store(m_session->storePath().toStdString());
            for (const auto& [seed, smoothing] : {std::pair(1, "0"), {2, "0.1"}}) {
                NewRun run = sampleRun("mtsa", "trec", seed);
                run.configuration = R"({"train":{"label_smoothing":)" + std::string(smoothing) + "}}";
                addRun(store, run, {{"train.loss", 1, 1, 1, 2}, {"train.loss", 2, 2, 2, 1}, {"dev.loss", 2, 2, 2, 1}});
            }
        }
        open();
        auto* plot = find<CurvePlot>("runs.curves");
        const auto isSaid = [&] { return plot->remark().contains("against the smoothed labels"); };
        choose({"mtsa seed 2"});
        pick("runs.metric", "train.loss");
        QTRY_VERIFY_WITH_TIMEOUT(isSaid(), patience);
        pick("runs.metric", "dev.loss");
        QTRY_VERIFY_WITH_TIMEOUT(!isSaid(), patience);
        choose({"mtsa seed 1"});
        pick("runs.metric", "train.loss");
        QTRY_VERIFY_WITH_TIMEOUT(!isSaid(), patience);
    }

    void twoChosenRunsAreTwoCurves() {
        openFilled();
        choose({"mtsa seed 1", "disa seed 1"});
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 2, patience);
        QVERIFY(plot->legendNames().contains("disa seed 1"));
        QCOMPARE(plot->remark(), QString("Lines: moving average, weight 0.6"));
        QCOMPARE(m_session->chosenRuns().size(), 2);
        find<QSlider>("runs.smoothing")->setValue(300);
        QCOMPARE(plot->smoothing(), 0.3);
        QVERIFY2(plot->axisTitle(PlotWidget::Axis::Y).endsWith("train loss, averaged"),
                 qPrintable(plot->axisTitle(PlotWidget::Axis::Y)));
        click<QCheckBox>("runs.logy");
        QVERIFY(plot->isLogarithmic(PlotWidget::Axis::Y));
        pick("runs.x", "time");
        QVERIFY(plot->axisTitle(PlotWidget::Axis::X).contains("time"));
        QVERIFY(std::abs(plot->range(PlotWidget::Axis::X).high - 49.5) < 10);
        pick("runs.metric", "test.accuracy");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 2, patience);
        // An evaluation is drawn as it was recorded.
        QVERIFY(!find<QSlider>("runs.smoothing")->isEnabled());
        const QWidget* box = find<QSlider>("runs.smoothing")->parentWidget();
        for (const QLabel* words : box->findChildren<QLabel*>())
            QVERIFY(!words->isEnabled());
        QCOMPARE(box->toolTip(),
                 QStringLiteral("test accuracy is not recorded for each batch: it is drawn as it was recorded."));
        QCOMPARE(find<QSlider>("runs.smoothing")->toolTip(), box->toolTip());
        pick("runs.metric", "train.loss");
        QVERIFY(find<QSlider>("runs.smoothing")->isEnabled() && box->toolTip().contains("moving average"));
        pick("runs.group", "model");
        QVERIFY(!find<QSlider>("runs.smoothing")->isEnabled());
        QVERIFY2(box->toolTip().startsWith("Means"), qPrintable(box->toolTip()));
        QCOMPARE(find<QSlider>("runs.smoothing")->toolTip(), box->toolTip());
        pick("runs.group", "");
        pick("runs.metric", "test.accuracy");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 2, patience);
        QVERIFY(!plot->axisTitle(PlotWidget::Axis::Y).contains("moving average"));
        QVERIFY(!plot->legendNames().join(' ').contains("smoothed"));
    }

    /// A column of the file is looked up by the name that the legend has.
    void exportedCurvesAreCalledAsInTheLegend() {
        {
            Store store(m_session->storePath().toStdString());
            for (int again = 0; again < 2; ++again) {
                NewRun run = sampleRun("mtsa", "diagnostic:first", 1);
                run.name = usualName("mtsa", "diagnostic:first", 1, {});
                addRun(store, run, {{"test.accuracy", 1, 1, 1, 0.5}, {"test.accuracy", 2, 2, 2, 0.75}});
            }
        }
        open();
        table()->selectAll();
        pick("runs.metric", "test.accuracy");
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 2, patience);
        QVERIFY2(plot->legendNames().contains("MTSA on First token, seed 1 (run 2)"),
                 qPrintable(plot->legendNames().join('|')));
        const QStringList columns = plot->values().columns;
        for (const QString& name : plot->legendNames())
            QVERIFY2(columns.contains(name + ", test accuracy (%)"), qPrintable(columns.join('|')));
    }

    void aStoreThatIsBeingReadIsNotCalledEmpty() {
        m_panel = std::make_unique<RunsPanel>(*m_session, *m_jobs);
        m_panel->show();
        auto* plot = find<CurvePlot>("runs.curves");
        const auto* overlay = plot->findChild<PlotOverlay*>();
        QVERIFY(plot->legendNames().isEmpty()); // as it is drawn now
        QCOMPARE(overlay->emptyText(), QStringLiteral("Reading runs …"));
        QTRY_VERIFY_WITH_TIMEOUT(overlay->emptyText().startsWith("No runs yet"), patience);
    }

    void ofACurveWithoutAFinitePointItIsSaid() {
        {
            Store store(m_session->storePath().toStdString());
            const double nan = std::nan("");
            addRun(store, sampleRun("mtsa", "trec", 1),
                   {{"train.loss", 1, 1, 1, nan}, {"train.loss", 2, 2, 2, INFINITY}, {"dev.loss", 1, 1, 1, 0.5}});
            SQLite::Database(m_session->storePath().toStdString(), SQLite::OPEN_READWRITE)
                .exec("UPDATE metric_point SET epoch = -1 WHERE value = 0.5");
        }
        open();
        const auto* overlay = find<CurvePlot>("runs.curves")->findChild<PlotOverlay*>();
        QTRY_COMPARE_WITH_TIMEOUT(overlay->emptyText(), QString("The chosen runs have no finite train loss to draw."),
                                  patience);
        pick("runs.metric", "dev.loss");
        QTRY_COMPARE_WITH_TIMEOUT(overlay->emptyText(), QString("The chosen runs have no dev loss that can be read."),
                                  patience);
    }

    void aMeanIsDrawnWhereAllItsMembersAre() {
        fill(m_session->storePath());
        Store store(m_session->storePath().toStdString());
        NewRun run = sampleRun("mtsa", "trec", 4);
        run.configuration = R"({"train":{"optimizer":"adam","seed":4}})";
        addRun(store, run, {{"train.loss", 10, .5, 5.2, 2}, {"train.loss", 40, 2, 20.2, 1}});
        open();
        table()->selectAll();
        pick("runs.metric", "train.loss");
        pick("runs.group", "setting");
        pick("runs.x", "time");
        auto* plot = find<CurvePlot>("runs.curves");
        const auto count = [&] { return plot->values().columns.filter(QRegularExpression("MTSA.* n$")).value(0); };
        QTRY_VERIFY_WITH_TIMEOUT(!count().isEmpty(), patience);
        const ValueTable values = plot->values();
        const auto n = values.columns.indexOf(count());
        QStringList times, counts;
        for (const QStringList& row : values.rows)
            if (!row[n].isEmpty()) {
                times.append(row.first());
                counts.append(row[n]);
            }
        QCOMPARE(times.first(), QStringLiteral("5.2")); // read between two points of the others
        QCOMPARE(times.last(), QStringLiteral("20.2"));
        counts.removeDuplicates();
        QCOMPARE(counts, QStringList({"4"}));
        const auto isExplained = [&](const QString& where) {
            return plot->legendNames().join('|').contains("mean, min to max of 4 seeds, " + where +
                                                          ", where the shortest ends");
        };
        QVERIFY2(isExplained("between their points on straight lines, from 5.2 s, where the last begins, up to 20.2 s"),
                 qPrintable(plot->legendNames().join('|')));
        pick("runs.x", "step");
        QTRY_VERIFY2_WITH_TIMEOUT(
            isExplained("between their points on straight lines, from step 10, where the last begins, up to "
                        "step 40"),
            qPrintable(plot->legendNames().join('|')), patience);
    }

    /// Three evaluations at three moments are no curve of a mean.
    void runsWithNothingInCommonAreDrawnByThemselves() {
        Store store(m_session->storePath().toStdString());
        for (int seed = 1; seed <= 3; ++seed) {
            NewRun run = sampleRun("avg", "trec", seed);
            run.configuration = R"({"train":{"seed":)" + std::to_string(seed) + "}}";
            addRun(store, run, {{"test.accuracy", 40, 1, 2.0 + seed, 0.2 + 0.1 * seed}});
        }
        open();
        table()->selectAll();
        pick("runs.metric", "test.accuracy");
        pick("runs.group", "setting");
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_VERIFY_WITH_TIMEOUT(plot->legendNames().join('|').contains("of 3 seeds"), patience); // over steps
        pick("runs.x", "time");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 3, patience);
    }

    void stepsOfAShortRunAreWhole() {
        Store store(m_session->storePath().toStdString());
        addRun(store, sampleRun("mtsa", "trec", 1), {{"train.loss", 1, .1, 1, 2}, {"train.loss", 16, 1, 9, 1}});
        open();
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 1, patience);
        for (const QCPAxis* axis : plot->findChildren<QCPAxis*>())
            for (const QString& label : axis->tickVectorLabels())
                QVERIFY2(axis->label() != "step" || !label.contains('.'), qPrintable(label));
    }

    void memoryIsDrawnInMegabytes() {
        openFilled();
        choose({"disa seed 2"});
        pick("runs.metric", "train.peak_bytes");
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 1, patience);
        QVERIFY2(plot->axisTitle(PlotWidget::Axis::Y).contains("MB"), qPrintable(plot->axisTitle(PlotWidget::Axis::Y)));
        QVERIFY2(plot->values().rows.value(0).contains("50"), qPrintable(plot->values().rows.value(0).join(" ")));
    }

    void seedsBecomeOneCurveWithABand() {
        openFilled();
        table()->selectAll();
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 5, patience);
        pick("runs.group", "setting");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 2, patience);
        QVERIFY2(plot->legendNames().first().endsWith("of 2 seeds") ||
                     plot->legendNames().first().endsWith("of 3 seeds"),
                 qPrintable(plot->legendNames().first()));
        QVERIFY(!plot->legendNames().join(' ').contains("runs"));
        pick("runs.band", "interval");
        QTRY_VERIFY2_WITH_TIMEOUT(plot->legendNames().contains("MTSA: mean ± 95 % of 3 seeds"),
                                  qPrintable(plot->legendNames().join('|')), patience);
        QCOMPARE(metadata(plot->menu(), "Bands"), QStringLiteral("± 95 % interval"));
        auto* menu = plot->findChild<QMenu*>("runs.band.menu"); // as the plot's own menu has it
        emit menu->aboutToShow();
        QCOMPARE(menu->actions().size(), 4);
        menu->actions()[2]->trigger();
        QTRY_VERIFY2_WITH_TIMEOUT(plot->legendNames().contains("MTSA: mean ± standard error of 3 seeds"),
                                  qPrintable(plot->legendNames().join('|')), patience);
    }

    void aRunHasItsColourWhateverIsGrouped() {
        openFilled();
        m_session->setRunColors({4}, "#123456"); // the first of disa
        table()->selectAll();
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 5, patience);
        const auto dot = [&](int row) { return table()->model()->index(row, 0).data(RunsModel::ColorRole).toInt(); };
        QList<int> before;
        for (int row = 0; row < 5; ++row)
            before.append(dot(row));
        const auto isSeen = [&](const QColor& tone) {
            const QString name = tone.name();
            plot->hover(plot->toPixel(40, 0.5));
            return plot->readout().contains(name);
        };
        const QColor oldest = SeriesLook{0}.in(themeOf(plot->palette())),
                     second = SeriesLook{1}.in(themeOf(plot->palette()));
        QTRY_VERIFY_WITH_TIMEOUT(isSeen(oldest) && isSeen(second) && isSeen("#123456"), patience);
        pick("runs.group", "setting");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 2, patience);
        // Of its oldest run, with another mark than a run's.
        QVERIFY2(isSeen(oldest) && !isSeen(second) && isSeen("#123456"), qPrintable(plot->readout()));
        QVERIFY(plot->readout().contains("■") && !plot->readout().contains("●"));
        clickHeader(column("accuracy"));
        clickHeader(column("accuracy")); // another order
        QVERIFY(isSeen(oldest) && !isSeen(second));
        clickHeader(column("started"));
        QTRY_VERIFY(table()->model()->rowCount() == 5);
        for (int row = 0; row < 5; ++row)
            QVERIFY(before.contains(dot(row)));
    }

    void anyMetricRunsAlongX() {
        openFilled();
        choose({"mtsa seed 1"});
        pick("runs.metric", "test.accuracy");
        pick("runs.x", "metric train.loss");
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_COMPARE_WITH_TIMEOUT(plot->axisTitle(PlotWidget::Axis::X), QString("train loss"), patience);
        QTRY_COMPARE_WITH_TIMEOUT(plot->values().rows.size(), 2, patience);
        const ValueTable table = plot->values(); // by step, as every file of curves
        const auto x = table.columns.indexOf("train loss");
        QVERIFY2(x >= 0, qPrintable(table.columns.join('|')));
        QCOMPARE(table.rows[0][x].toDouble(), 2 * std::exp(-50 / 20.));
        QCOMPARE(table.rows[0].last(), QString("80"));
        QVERIFY(!find<QComboBox>("runs.group")->isEnabled()); // a mean over places that differ is none
        pick("runs.x", "epoch");
        QTRY_VERIFY_WITH_TIMEOUT(find<QComboBox>("runs.group")->isEnabled(), patience);
        QCOMPARE(plot->axisTitle(PlotWidget::Axis::X), QString("epoch"));
    }

    void limitsOfAxesAreKept() {
        openFilled();
        auto* plot = find<CurvePlot>("runs.curves");
        pick("runs.metric", "train.loss");
        QTRY_VERIFY_WITH_TIMEOUT(!plot->legendNames().isEmpty(), patience);
        plot->setLimits(PlotWidget::Axis::Y, 0.25, 0.75);
        m_panel.reset();
        open();
        plot = find<CurvePlot>("runs.curves");
        QTRY_VERIFY_WITH_TIMEOUT(!plot->legendNames().isEmpty(), patience);
        QCOMPARE(plot->range(PlotWidget::Axis::Y).low, 0.25);
        QCOMPARE(plot->range(PlotWidget::Axis::Y).high, 0.75);
    }

    /// While one types a filter, no run may be left for a moment.
    void aFilterLeavesTheChosenMetric() {
        openFilled();
        auto* metric = find<QComboBox>("runs.metric");
        pick("runs.metric", "train.peak_bytes");
        type("nothing has this");
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_VERIFY_WITH_TIMEOUT(plot->legendNames().isEmpty(), patience);
        QCOMPARE(metric->currentData().toString(), QString("train.peak_bytes"));
        QVERIFY(metric->isEnabled());
        type("mtsa");
        QTRY_VERIFY_WITH_TIMEOUT(!plot->legendNames().isEmpty(), patience);
        QCOMPARE(metric->currentData().toString(), QString("train.peak_bytes"));
    }
};

QTEST_MAIN(RunsCurvesTest)
#include "runs_curves_test.moc"
