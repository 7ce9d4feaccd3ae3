#include "panels/runs_panel.h"

#include "app/panels/runs/runs_fixture.h"
#include "figure/figure_menu.h"
#include "panels/runs/bars_tab.h"
#include "panels/scatter_tab.h"
#include "plots/curve_plot.h"
#include "plots/plot_overlay.h"
#include "wording/corpus_title.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QTabWidget>
#include <QtTest>
#include <cmath>

using namespace headlight;

/// What curves, bars and scatter plot of runs have in common, and the bars.
class RunsPlotsTest : public QObject, RunsFixture {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void whatChoosesWithoutANetworkStandsBesideTheRuns() {
        fill(m_session->storePath());
        {
            Store store(m_session->storePath().toStdString());
            NewRun run = sampleRun("disa", "squad", 1);
            run.task = "select";
            const RunId id = addRun(store, run,
                                    {{"dev.accuracy", 50, 2.5, 25, .4},
                                     {"dev.accuracy", 99, 5, 50, .5},
                                     {"best.accuracy", 99, 5, 50, .5},
                                     {"run.seconds", 99, 5, 50, 50}});
            const std::string details = R"({"accuracy":0.5,"baselines":{"first":{"accuracy":0.25},"idf":{"accuracy":)";
            store.addEvaluation(id, {50, 2.5, "dev", details + "0.1}}}"});
            store.addEvaluation(id, {99, 5, "dev", details + "0.75}}}"});
        }
        open();
        choose({"disa seed 1"});
        pick("runs.metric", "dev.accuracy");
        auto* plot = find<CurvePlot>("runs.curves");
        const QString corpus = corpusTitle("squad"), rare = "Word overlap by rarity (idf)";
        QTRY_VERIFY_WITH_TIMEOUT(plot->legendNames().contains(rare + " on " + corpus + ", no network"), patience);
        QVERIFY(plot->legendNames().contains("First sentence on " + corpus + ", no network"));
        find<QTabWidget>("runs.tabs")->setCurrentIndex(2);
        auto* bars = find<BarPlot>("runs.bars");
        const QString column = "without a network " + rare + ", accuracy (%)";
        QTRY_VERIFY_WITH_TIMEOUT(bars->values().columns.contains(column), patience);
        QStringList told;
        for (const QStringList& row : bars->values().rows)
            told << row.value(bars->values().columns.indexOf(column));
        QVERIFY2(told.contains("75"), qPrintable(told.join('|')));
        auto* tabs = find<QTabWidget>("runs.tabs");
        tabs->setCurrentIndex(1);
        auto* scatter = find<ScatterPlot>("runs.scatter");
        QTRY_VERIFY_WITH_TIMEOUT(scatter->legendNames().contains("without a network"), patience);
        const QStringList level = {"", rare, "without a network", "", "75"};
        QVERIFY2(scatter->values().rows.contains(level) || scatter->values().rows.contains(level + QStringList{""}),
                 scatter->values().toCsv());
        const auto* beside = find<QLabel>("runs.parallel.beside");
        for (int tab = 0; tab < tabs->count(); ++tab)
            if (tabs->widget(tab)->isAncestorOf(beside))
                tabs->setCurrentIndex(tab);
        QTRY_VERIFY_WITH_TIMEOUT(beside->isVisible(), patience);
        QVERIFY2(beside->text().contains(" on " + corpus + " without a network: First sentence 25"),
                 qPrintable(beside->text()));
        QStringList tooltips;
        for (int row = 0; row < table()->model()->rowCount(); ++row)
            tooltips << table()->model()->index(row, this->column("accuracy")).data(Qt::ToolTipRole).toString();
        QCOMPARE(tooltips.filter(QRegularExpression("^50 %\nWithout a network: First sentence 25")).size(), 1);
        tabs->setCurrentIndex(2);
        pick("runs.bars.measure", "bleu"); // which no run has
        QTRY_VERIFY_WITH_TIMEOUT(bars->findChild<PlotOverlay*>()->emptyText().startsWith("None of the runs has BLEU"),
                                 patience);
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
        QVERIFY(bars->legendNames().contains("DiSA"));
        // At the bars of their own encoders; the others have places and names of their own.
        const ValueTable table = bars->values();
        const auto published = [&](const QString& column) {
            return table.rows[0].value(table.columns.indexOf(column)).toDouble();
        };
        QVERIFY2(std::abs(published("published MTSA, accuracy (%)") - 95.3) < 1e-9,
                 qPrintable(table.columns.join('|')));
        QVERIFY(std::abs(published("published DiSA, accuracy (%)") - 94.2) < 1e-9);
        QVERIFY2(std::abs(published("published Bi-LSTM, accuracy (%)") - 94.4) < 1e-9,
                 qPrintable(table.columns.join('|')));
        QVERIFY2(std::abs(published("published MPSAN, accuracy (%)") - 94.8) < 1e-9,
                 qPrintable(table.columns.join('|')));
        QCOMPARE(table.columns.filter("published MTSA").size(), 1);
        // 100 × 0.942 has a tail of noise.
        QCOMPARE(table.rows[0].value(table.columns.indexOf("published DiSA, accuracy (%)")), QString("94.2"));
        QCOMPARE(table.rows[0].value(table.columns.indexOf("MTSA, accuracy (%) mean")), QString("87"));
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
        QTRY_VERIFY2_WITH_TIMEOUT(bars().startsWith("corpus|accuracy (%) mean|accuracy (%) mean − standard deviation|"),
                                  qPrintable(bars()), patience);
        pick("runs.bars.measure", "time");
        QTRY_VERIFY2_WITH_TIMEOUT(bars().startsWith("corpus|time (s) mean|"), qPrintable(bars()), patience);
        pick("runs.bars.series", "model");
        QTRY_VERIFY2_WITH_TIMEOUT(bars().contains("|MTSA, time (s) mean|"), qPrintable(bars()), patience);
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
        QTRY_VERIFY_WITH_TIMEOUT(cell("MTSA n").toInt() > 1, patience);
        QVERIFY(!cell("MTSA, accuracy (%) mean − standard deviation").isEmpty());
        auto* category = find<QComboBox>("runs.bars.category");
        category->setCurrentIndex(category->findData("seed"));
        emit category->activated(category->currentIndex());
        QTRY_COMPARE_WITH_TIMEOUT(cell("MTSA n"), QString("1"), patience);
        QVERIFY(!cell("MTSA, accuracy (%) mean").isEmpty());
        QVERIFY(cell("MTSA, accuracy (%) mean − standard deviation").isEmpty());
        QVERIFY(cell("MTSA, accuracy (%) mean + standard deviation").isEmpty());
        QCOMPARE(bars->remark(), QString()); // nor is it a mean
    }

    /// A run's colour is its own in every view, also where it stands alone beside means of others.
    void aBarOfOneRunHasItsColour() {
        {
            Store store(m_session->storePath().toStdString());
            for (const auto& [data, seed] : {std::pair("trec", 1), std::pair("trec", 2), std::pair("subj", 1)})
                addRun(store, sampleRun("mtsa", data, seed), {{"best.accuracy", 9, 2, 2, 0.9}});
        }
        open();
        find<QTabWidget>("runs.tabs")->setCurrentIndex(2);
        auto* bars = find<BarPlot>("runs.bars");
        QTRY_COMPARE_WITH_TIMEOUT(bars->legendNames(), QStringList{"MTSA"}, patience);
        const auto has = [&](int place) {
            const QImage image = bars->grab().toImage().convertToFormat(QImage::Format_RGB32);
            const QRgb wanted = SeriesLook{place}.in(themeOf(bars->palette())).rgb();
            const auto* pixels = reinterpret_cast<const QRgb*>(image.constBits());
            return std::count(pixels, pixels + image.width() * image.height(), wanted) > 50;
        };
        QVERIFY(has(0)); // of both seeds, as the curve of their mean
        QVERIFY(!has(1));
        QVERIFY(has(2));
    }

    /// The controls that say it are not in a picture.
    void meansSayOfHowManyRunsTheyAreAndWithWhatSpread() {
        openFilled();
        table()->selectAll();
        auto* curves = find<CurvePlot>("runs.curves");
        QTRY_COMPARE_WITH_TIMEOUT(curves->legendNames().size(), 5, patience);
        QCOMPARE(curves->remark(), QString("Lines: moving average, weight 0.6"));
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
        QVERIFY(bars->values().columns.contains("MTSA, accuracy (%) min"));
        find<QTabWidget>("runs.tabs")->setCurrentIndex(1);
        auto* scatter = find<ScatterPlot>("runs.scatter");
        QCOMPARE(scatter->remark(), QString());
        pick("runs.scatter.group", "model");
        QCOMPARE(scatter->remark(), QStringLiteral("Marks: mean of 2 to 3 runs"));
        QCOMPARE(metadata(scatter->menu(), "Marks"), QStringLiteral("model, mean of 2 to 3 runs"));
    }

    void aRepeatedSeedIsLeftOutOfMeansAndItIsSaid() {
        fill(m_session->storePath());
        {
            Store store(m_session->storePath().toStdString());
            NewRun again = sampleRun("mtsa", "trec", 1);
            again.configuration = R"({"train":{"optimizer":"adam","seed":1}})";
            addRun(store, again,
                   {{"train.loss", 0, 0, 0, 2},
                    {"train.loss", 99, 5, 50, 1},
                    {"best.accuracy", 99, 5, 50, .9},
                    {"run.seconds", 99, 5, 50, 50}});
        }
        open();
        table()->selectAll();
        auto* curves = find<CurvePlot>("runs.curves");
        pick("runs.metric", "train.loss");
        QTRY_COMPARE_WITH_TIMEOUT(curves->legendNames().size(), 6, patience);
        QCOMPARE(curves->remark(), QString("Averaged: moving average, weight 0.6")); // but for the short one
        pick("runs.group", "setting");
        const QString said = "1 repeated run is not counted";
        QTRY_COMPARE_WITH_TIMEOUT(curves->remark(), "Lines: mean of 2 to 3 runs; bands: min to max; " + said, patience);
        QVERIFY2(curves->legendNames().join('|').contains("of 3 seeds"), qPrintable(curves->legendNames().join('|')));
        QCOMPARE(metadata(curves->menu(), "Repeated"), said);
        find<QTabWidget>("runs.tabs")->setCurrentIndex(2);
        auto* bars = find<BarPlot>("runs.bars");
        QVERIFY2(bars->remark().endsWith("; " + said), qPrintable(bars->remark()));
        const ValueTable values = bars->values();
        QCOMPARE(values.rows[0].value(values.columns.indexOf("MTSA n")), QString("3"));
        find<QTabWidget>("runs.tabs")->setCurrentIndex(1);
        auto* scatter = find<ScatterPlot>("runs.scatter");
        QCOMPARE(scatter->remark(), QString());
        pick("runs.scatter.group", "setting");
        QVERIFY2(scatter->remark() == "Marks: mean of 2 to 3 runs; " + said, qPrintable(scatter->remark()));
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
