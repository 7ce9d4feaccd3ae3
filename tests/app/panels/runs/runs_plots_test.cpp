#include "panels/runs_panel.h"

#include "app/panels/runs/runs_fixture.h"
#include "figure/export.h"
#include "figure/figure_menu.h"
#include "panels/runs/bars_tab.h"
#include "panels/scatter_tab.h"
#include "plots/curve_plot.h"
#include "plots/parallel_plot.h"
#include "plots/plot_overlay.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSlider>
#include <QTabWidget>
#include <QToolButton>
#include <QtTest>
#include <SQLiteCpp/SQLiteCpp.h>
#include <cmath>
#include <qcustomplot.h>

using namespace headlight;

/// Curves, bars and scatter plot, through the panel that holds them.
class RunsPlotsTest : public QObject, RunsFixture {
    Q_OBJECT
    /// What the exported picture of that menu says of itself.
    QString metadata(FigureMenu* menu, const QString& key) {
        const QString file = m_folder->filePath("picture.png");
        if (const QString problem = menu->exportTo(file); !problem.isEmpty())
            return problem;
        for (const auto& [name, text] : readPictureMetadata(file))
            if (name == key)
                return text;
        return {};
    }

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void twoChosenRunsAreTwoCurves() {
        openFilled();
        choose({"mtsa seed 1", "disa seed 1"});
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 2, patience);
        QVERIFY(plot->legendNames().contains("disa seed 1, moving average, weight 0.6"));
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
                 QStringLiteral("test accuracy is no value of each batch: it is drawn as it was recorded."));
        pick("runs.metric", "train.loss");
        QVERIFY(find<QSlider>("runs.smoothing")->isEnabled() && box->toolTip().contains("moving average"));
        pick("runs.group", "model");
        QVERIFY(!find<QSlider>("runs.smoothing")->isEnabled());
        QVERIFY2(box->toolTip().startsWith("Means"), qPrintable(box->toolTip()));
        pick("runs.group", "");
        pick("runs.metric", "test.accuracy");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 2, patience);
        QVERIFY(!plot->axisTitle(PlotWidget::Axis::Y).contains("moving average"));
        QVERIFY(!plot->legendNames().join(' ').contains("smoothed"));
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
        const auto count = [&] { return plot->values().columns.filter(QRegularExpression("mtsa.* n$")).value(0); };
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
        QTRY_VERIFY2_WITH_TIMEOUT(plot->legendNames().contains("mtsa: mean ± 95 % of 3 seeds"),
                                  qPrintable(plot->legendNames().join('|')), patience);
        QCOMPARE(metadata(plot->menu(), "Bands"), QStringLiteral("± 95 % interval"));
        auto* menu = plot->findChild<QMenu*>("runs.band.menu"); // as the plot's own menu has it
        emit menu->aboutToShow();
        QCOMPARE(menu->actions().size(), 4);
        menu->actions()[2]->trigger();
        QTRY_VERIFY2_WITH_TIMEOUT(plot->legendNames().contains("mtsa: mean ± standard error of 3 seeds"),
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
        QTRY_COMPARE_WITH_TIMEOUT(metric->count(), 0, patience);
        type("mtsa");
        QTRY_VERIFY_WITH_TIMEOUT(metric->count() > 0, patience);
        QCOMPARE(metric->currentData().toString(), QString("train.peak_bytes"));
    }

    void publishedFiguresAreMarked() {
        openFilled();
        table()->selectAll();
        pick("runs.metric", "test.accuracy");
        auto* plot = find<CurvePlot>("runs.curves");
        QTRY_COMPARE_WITH_TIMEOUT(plot->legendNames().size(), 5, patience);
        click<QCheckBox>("runs.published");
        QTRY_VERIFY_WITH_TIMEOUT(plot->legendNames().join('\n').contains("MTSA on TREC, published"), patience);
        // Beside the own runs, those of their models alone: else the legend has no place for the runs.
        QCOMPARE(plot->legendNames().size(), 5 + 2);
        QVERIFY(plot->legendNames().first().contains("seed") &&
                plot->legendNames().contains("DiSAN on TREC, published"));
        find<QTabWidget>("runs.tabs")->setCurrentIndex(2);
        auto* bars = find<BarPlot>("runs.bars");
        QTRY_VERIFY_WITH_TIMEOUT(bars->legendNames().contains("published"), patience);
        QVERIFY(bars->legendNames().contains("disa"));
        // At the bars of their own encoders; the others have places and names of their own.
        const ValueTable table = bars->values();
        const auto published = [&](const QString& column) {
            return table.rows[0].value(table.columns.indexOf(column)).toDouble();
        };
        QVERIFY2(std::abs(published("published mtsa, accuracy (%)") - 95.3) < 1e-9,
                 qPrintable(table.columns.join('|')));
        QVERIFY(std::abs(published("published disa, accuracy (%)") - 94.2) < 1e-9);
        QVERIFY2(std::abs(published("published Bi-LSTM, accuracy (%)") - 94.4) < 1e-9,
                 qPrintable(table.columns.join('|')));
        QVERIFY2(std::abs(published("published MPSAN, accuracy (%)") - 94.8) < 1e-9,
                 qPrintable(table.columns.join('|')));
        QVERIFY(!table.columns.join('|').contains("MTSA"));
        // 100 × 0.942 has a tail of noise.
        QCOMPARE(table.rows[0].value(table.columns.indexOf("published disa, accuracy (%)")), QString("94.2"));
        QCOMPARE(table.rows[0].value(table.columns.indexOf("mtsa, accuracy (%) mean")), QString("87"));
        bars->step(-1, 0); // from the right
        QVERIFY2(bars->readout().contains("MPSAN, published"), qPrintable(bars->readout()));
        click<QCheckBox>("runs.published");
        QTRY_VERIFY_WITH_TIMEOUT(!bars->legendNames().join('\n').contains("published"), patience);
    }

    /// The same figure is a share in one place and in per cent in another.
    void exportedValuesSayTheirUnit() {
        openFilled();
        table()->selectAll();
        pick("runs.metric", "test.accuracy");
        auto* plot = find<CurvePlot>("runs.curves");
        const auto headings = [&] { return plot->values().columns.join('|'); };
        QTRY_VERIFY2_WITH_TIMEOUT(headings().contains("mtsa seed 1, test accuracy (%)"), qPrintable(headings()),
                                  patience);
        pick("runs.group", "setting");
        QTRY_VERIFY2_WITH_TIMEOUT(headings().contains("mean, test accuracy (%)"), qPrintable(headings()), patience);
        pick("runs.metric", "train.peak_bytes");
        QTRY_VERIFY2_WITH_TIMEOUT(headings().contains(", peak memory (MB)"), qPrintable(headings()), patience);
        find<QTabWidget>("runs.tabs")->setCurrentIndex(2);
        pick("runs.bars.series", "");
        const auto bars = [&] { return find<BarPlot>("runs.bars")->values().columns.join('|'); };
        QTRY_VERIFY2_WITH_TIMEOUT(bars().startsWith("data|accuracy (%) mean|accuracy (%) mean − standard deviation|"),
                                  qPrintable(bars()), patience);
        pick("runs.bars.measure", "time");
        QTRY_VERIFY2_WITH_TIMEOUT(bars().startsWith("data|time (s) mean|"), qPrintable(bars()), patience);
        pick("runs.bars.series", "model");
        QTRY_VERIFY2_WITH_TIMEOUT(bars().contains("|mtsa, time (s) mean|"), qPrintable(bars()), patience);
        find<QTabWidget>("runs.tabs")->setCurrentIndex(1);
        pick("runs.scatter.size", "inference");
        const auto marks = [&] { return find<ScatterPlot>("runs.scatter")->values().columns.join('|'); };
        QVERIFY2(marks().endsWith("|time (s)|accuracy (%)"), qPrintable(marks()));
        pick("runs.scatter.x", "time per epoch");
        pick("runs.scatter.size", "time");
        QVERIFY2(marks().endsWith("|time per epoch (s)|accuracy (%)|time (s)"), qPrintable(marks()));
    }

    void runsAreShownByWhatTheyAreJudgedBy() {
        {
            Store store(m_session->storePath().toStdString());
            NewRun run = sampleRun("transformer", "conll2000", 1);
            run.task = "tag";
            addRun(store, run, pointsOf({{"best.f1", .91}, {"test.f1", .91}, {"test.accuracy", .95}}));
        }
        open();
        const auto chosen = [&](int tab, const char* name) {
            find<QTabWidget>("runs.tabs")->setCurrentIndex(tab);
            return find<QComboBox>(name)->currentData().toString();
        };
        QTRY_COMPARE_WITH_TIMEOUT(chosen(2, "runs.bars.measure"), QString("f1"), patience);
        QCOMPARE(chosen(1, "runs.scatter.y"), QString("f1"));
        find<QTabWidget>("runs.tabs")->setCurrentIndex(2);
        pick("runs.bars.measure", "precision");
        fill(m_session->storePath()); // more runs that are judged by the accuracy
        QTRY_COMPARE_WITH_TIMEOUT(chosen(1, "runs.scatter.y"), QString("accuracy"), patience);
        QCOMPARE(chosen(2, "runs.bars.measure"), QString("precision")); // the user's choice stays
    }

    void aBarOfOneRunHasNoWhisker() {
        openFilled();
        find<QTabWidget>("runs.tabs")->setCurrentIndex(2);
        auto* bars = find<BarPlot>("runs.bars");
        const auto cell = [&](const QString& heading) {
            const ValueTable table = bars->values();
            return table.rows.value(0).value(table.columns.indexOf(heading));
        };
        QTRY_VERIFY_WITH_TIMEOUT(cell("mtsa n").toInt() > 1, patience);
        QVERIFY(!cell("mtsa, accuracy (%) mean − standard deviation").isEmpty());
        auto* category = find<QComboBox>("runs.bars.category");
        category->setCurrentIndex(category->findData("seed"));
        emit category->activated(category->currentIndex());
        QTRY_COMPARE_WITH_TIMEOUT(cell("mtsa n"), QString("1"), patience);
        QVERIFY(!cell("mtsa, accuracy (%) mean").isEmpty());
        QVERIFY(cell("mtsa, accuracy (%) mean − standard deviation").isEmpty());
        QVERIFY(cell("mtsa, accuracy (%) mean + standard deviation").isEmpty());
        QCOMPARE(bars->remark(), QString()); // nor is it a mean
    }

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

    /// The controls that say it are not in a picture.
    void meansSayOfHowManyRunsTheyAreAndWithWhatSpread() {
        openFilled();
        table()->selectAll();
        auto* curves = find<CurvePlot>("runs.curves");
        QTRY_COMPARE_WITH_TIMEOUT(curves->legendNames().size(), 5, patience);
        QCOMPARE(curves->remark(), QString());
        QCOMPARE(metadata(curves->menu(), "Lines"), QString());
        pick("runs.group", "model");
        QTRY_COMPARE_WITH_TIMEOUT(curves->remark(), QStringLiteral("Lines: mean of 2 to 3 runs; bands: min to max"),
                                  patience);
        pick("runs.band", "deviation");
        QTRY_COMPARE_WITH_TIMEOUT(curves->remark().section("bands: ", 1), QStringLiteral("± standard deviation"),
                                  patience);
        QCOMPARE(metadata(curves->menu(), "Lines"), QStringLiteral("mean of 2 to 3 runs"));
        QCOMPARE(metadata(curves->menu(), "Bands"), QStringLiteral("± standard deviation"));
        find<QTabWidget>("runs.tabs")->setCurrentIndex(2);
        auto* bars = find<BarPlot>("runs.bars");
        QCOMPARE(bars->remark(), QStringLiteral("Bars: mean of 2 to 3 runs; whiskers: ± standard deviation"));
        pick("runs.bars.whisker", "range");
        QCOMPARE(metadata(bars->menu(), "Bars"), QStringLiteral("mean of 2 to 3 runs"));
        QCOMPARE(metadata(bars->menu(), "Whiskers"), QStringLiteral("min to max"));
        QVERIFY(bars->values().columns.contains("mtsa, accuracy (%) min"));
        find<QTabWidget>("runs.tabs")->setCurrentIndex(1);
        auto* scatter = find<ScatterPlot>("runs.scatter");
        QCOMPARE(scatter->remark(), QString());
        pick("runs.scatter.group", "model");
        QCOMPARE(scatter->remark(), QStringLiteral("Marks: mean of 2 to 3 runs"));
        QCOMPARE(metadata(scatter->menu(), "Marks"), QStringLiteral("model, mean of 2 to 3 runs"));
    }

    void exportedPicturesSayWhatTheyShow() {
        openFilled();
        type("disa");
        auto* menu = table()->findChild<FigureMenu*>();
        QCOMPARE(metadata(menu, "filter"), QStringLiteral("disa"));
        QCOMPARE(metadata(menu, "runs"), QStringLiteral("2 of 5 runs"));
        QVERIFY(metadata(menu, "program").startsWith("Headlight"));
        choose({"disa seed 1"});
        for (const int tab : {0, 1, 2}) {
            find<QTabWidget>("runs.tabs")->setCurrentIndex(tab);
            auto* plot = find<PlotWidget>(QStringList{"runs.curves", "runs.scatter", "runs.bars"}[tab]);
            QCOMPARE(metadata(plot->menu(), "runs"), QStringLiteral("4 disa seed 1"));
            QVERIFY(metadata(plot->menu(), "program").startsWith("Headlight"));
        }
    }
};

QTEST_MAIN(RunsPlotsTest)
#include "runs_plots_test.moc"
