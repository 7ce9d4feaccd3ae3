#include "panels/runs/paper_dialog.h"

#include "app/panels/runs/runs_fixture.h"
#include "engine/core/json_text.h"
#include "plots/bar_plot.h"
#include "plots/curve_plot.h"
#include "plots/plot_overlay.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QTabWidget>
#include <QtTest>
#include <qcustomplot.h>

using namespace headlight;

/// A paper's figure from the Runs view.
class PaperDialogTest : public QObject, RunsFixture {
    Q_OBJECT
private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void drawsWhatTheStoreHasAndNamesTheRest() {
        addNeeded("mtsa-table-3", false, 4);
        PaperDialog& dialog = openFigure("mtsa-table-3");
        const QMap<QString, double> bars = barsOf(dialog);
        QCOMPARE(bars.size(), 2); // three seeds of the first, one of the second
        QCOMPARE(bars["MTSA"], 51.0);
        QCOMPARE(bars["no masks"], 53.0);
        const QString missing = dialog.findChild<QLabel*>("papers.missing")->text();
        QVERIFY2(missing.startsWith("11 of the 15 runs and sweeps"), qPrintable(missing));
        QVERIFY2(missing.contains("no masks, seed 2: not trained"), qPrintable(missing));
        QVERIFY2(
            missing.endsWith("headlight-cli reproduce mtsa-table-3 --data FOLDER --store " + m_session->storePath()),
            qPrintable(missing)); // the window's, which is not the usual one
    }

    /// By paper and number, as readers know them; what the command line calls them is in the tooltips.
    void theMenuNamesPaperAndNumber() {
        open();
        auto* action = m_panel->findChild<QAction*>("runs.papers.mtsa-figure-1");
        QVERIFY2(action->text().startsWith("MTSA paper, Figure 1: MTSA's encoders"), qPrintable(action->text()));
        for (const PaperFigure& figure : paperFigures()) {
            const QString id = QString::fromStdString(figure.id);
            action = m_panel->findChild<QAction*>("runs.papers." + id);
            QVERIFY2(!action->text().contains(id) && action->toolTip().endsWith(id), qPrintable(action->text()));
        }
        PaperDialog& dialog = openFigure("mtsa-table-3");
        const QString missing = dialog.findChild<QLabel*>("papers.missing")->text();
        QVERIFY2(missing.startsWith("None of the 15 runs and sweeps that it needs is there ("), qPrintable(missing));
    }

    void showsQuickOnesWhereThereAreNoOthers() {
        addNeeded("mtsa-table-3", true, 5);
        PaperDialog& dialog = openFigure("mtsa-table-3");
        QCOMPARE(dialog.findChild<QComboBox*>("papers.sizes")->currentText(), QStringLiteral("Quick"));
        QCOMPARE(barsOf(dialog).size(), 5);
        QVERIFY(dialog.findChild<QLabel*>("papers.missing")->isHidden());
    }

    void chosenRunsStandBesideTheFigure() {
        addNeeded("mtsa-table-3", false, 15);
        NewRun own = sampleRun("disa", "/elsewhere/snli?train_on_dev=true", 1),
               other = sampleRun("disa", "/data/trec", 1);
        own.task = other.task = "pair";
        other.datasetName = "trec";
        Store store(m_session->storePath().toStdString());
        const RunId id = addRun(store, own, {{"best.accuracy", 5, 1, 5, .7}});
        addRun(store, other, {{"best.accuracy", 5, 1, 5, .8}});
        PaperDialog& dialog = openFigure("mtsa-table-3");
        QCOMPARE(barsOf(dialog).size(), 5);
        table()->selectAll();
        const QMap<QString, double> bars = barsOf(dialog);
        QCOMPARE(bars.size(), 6); // not the one of another corpus, nor the figure's own twice
        QCOMPARE(bars[QStringLiteral("run %1: disa seed 1").arg(id)], 70.0);
        const QString leftOut = leftOutOf(dialog);
        QVERIFY2(leftOut.endsWith(QStringLiteral(": run %1: disa seed 1 (another corpus, TREC)").arg(id + 1)),
                 qPrintable(leftOut));
    }

    /// As in the table, and when another one is given there.
    void aRunHasItsColour() {
        addNeeded("mtsa-table-3", false, 3);
        NewRun own = sampleRun("disa", "/elsewhere/snli", 1);
        own.task = "pair";
        Store store(m_session->storePath().toStdString());
        const RunId id = addRun(store, own, {{"best.accuracy", 5, 1, 5, .7}});
        PaperDialog& dialog = openFigure("mtsa-table-3");
        table()->selectAll();
        for (const char* given : {"#12ab34", "#ab1234"}) {
            m_session->setRunColors({qint64(id)}, given);
            QTRY_VERIFY2_WITH_TIMEOUT(isDrawnIn(dialog, QColor(given)), given, patience);
        }
    }

    /// With one point only, lines are as wide as the whole figure. BLEU into another language is another figure.
    void linesAreSeenWhereFewIsTrained() {
        addNeeded("csan-figure-2", false, 2); // the plain model, and the first window
        Store store(m_session->storePath().toStdString());
        std::vector<RunId> ids;
        for (const char* corpus : {"multi30k_ende/tok?from=en&to=de&limit=100&dev=0.1",
                                   "multi30k_ende/tok?from=de&to=en", "multi30k_ende/tok?from=en&to=de&lower=true",
                                   "europarl/tok?from=en&to=de", "multi30k_ende/tok?from=en&to=de&seed=7"}) {
            NewRun own = sampleRun("transformer", std::string("/data/") + corpus, 1);
            own.task = "translate";
            own.datasetName = std::string(corpus).substr(0, std::string(corpus).find('?'));
            const std::string metric = ids.size() < 4 ? "dev.bleu" : "test.bleu";
            ids.push_back(addRun(store, own, {{metric, 5, 1, 5, 30}}));
        }
        PaperDialog& dialog = openFigure("csan-figure-2");
        table()->selectAll();
        const QString own = QStringLiteral("run %1: transformer seed 1");
        auto* plot = qobject_cast<CurvePlot*>(dialog.findChild<QTabWidget*>("papers.plots")->widget(0));
        const QStringList names = plot->legendNames();
        QCOMPARE(QSet<QString>(names.begin(), names.end()), (QSet<QString>{"1D-CSAN", "plain", own.arg(ids[0])}));
        const ValueTable values = plot->values();
        for (const QString& name : {QStringLiteral("plain"), own.arg(ids[0])}) {
            const auto column = std::find_if(values.columns.begin(), values.columns.end(),
                                             [&](const QString& title) { return title.startsWith(name); });
            QVERIFY2(column != values.columns.end(), qPrintable(values.columns.join('|')));
            QStringList along;
            for (const QStringList& row : values.rows)
                if (!row[column - values.columns.begin()].isEmpty())
                    along << row[0];
            QCOMPARE(along, (QStringList{"3", "19"}));
        }
        const QString leftOut = leftOutOf(dialog);
        for (const QString& text :
             {own.arg(ids[1]) + " (another direction: from=de, to=en; the figure: from=en, to=de)",
              own.arg(ids[2]) + " (other options of the corpus: lower=true; the figure: lower=false)",
              own.arg(ids[3]) + " (another corpus, europarl/tok (from en, to de))",
              own.arg(ids[4]) + " (it has no BLEU on the dev set)"})
            QVERIFY2(leftOut.contains(text), qPrintable(leftOut));
        QVERIFY2(!leftOut.contains(own.arg(ids[0])), qPrintable(leftOut));
    }

    void aRunGainsByNgramsOverThePlainModel() {
        addNeeded("csan-figure-3", false, 3);
        Store store(m_session->storePath().toStdString());
        NewRun own = sampleRun("transformer", "/data/multi30k_ende/tok?from=en&to=de", 7);
        own.task = "translate";
        const RunId id = addRun(store, own, {{"dev.bleu", 5, 1, 5, 30}}),
                    without = addRun(store, own, {{"dev.bleu", 5, 1, 5, 30}});
        for (const RunSummary& run : store.runs())
            if (run.run.id != without)
                store.addEvaluation(run.run.id,
                                    {5, 1, "test",
                                     run.run.id == id ? R"({"best": true, "bleu_precisions": [65, 48]})"
                                                      : R"({"best": true, "bleu_precisions": [60, 40.5]})"});
        PaperDialog& dialog = openFigure("csan-figure-3");
        table()->selectAll();
        const QByteArray gains = dialog.findChild<CurvePlot*>()->values().toCsv();
        QVERIFY2(gains.contains("run " + QByteArray::number(id)) && gains.contains("7.5"), gains);
        const QString leftOut = leftOutOf(dialog);
        QVERIFY2(leftOut.contains(QStringLiteral("run %1: transformer seed 7 (it has no precisions").arg(without)),
                 qPrintable(leftOut));
        QVERIFY(!leftOut.contains(QStringLiteral("run %1:").arg(id)));
    }

    /// A figure in which no run can stand says so of each.
    void noChosenRunIsLeftOutInSilence() {
        fill(m_session->storePath());
        open();
        for (const PaperFigure& figure : paperFigures()) {
            PaperDialog& dialog = openFigure(QString::fromStdString(figure.id));
            table()->clearSelection();
            QVERIFY(dialog.findChild<QLabel*>("papers.leftOut")->isHidden());
            choose({"disa seed 1"});
            const QString leftOut = leftOutOf(dialog);
            QVERIFY2(leftOut.contains("run 4: disa seed 1 ("), figure.id.c_str());
        }
    }

    void quickFiguresTellTheirOwnSizes() {
        open();
        Store store(m_session->storePath().toStdString());
        for (const char* id : {"csan-figure-2", "csan-figure-3", "lama-figure-5", "mtsa-table-1", "mpsan-table-2"}) {
            PaperDialog& dialog = openFigure(id);
            dialog.findChild<QComboBox*>("papers.sizes")->setCurrentIndex(1);
            const QString remarks = dialog.findChild<QLabel*>("papers.remarks")->text();
            QVERIFY2(remarks.contains("Quick: 24 features"), qPrintable(remarks));
            for (const char* full : {"29,000", "layers of 128", "4,500", "5,000,", "nine tenths", "8,544"})
                QVERIFY2(!remarks.contains(full), qPrintable(remarks));
        }
        QVERIFY(openFigure("csan-figure-3").findChild<QLabel*>("papers.remarks")->text().contains("layers of 128"));
    }

    /// A store may say anything of an evaluation.
    void damagedEvaluationsAreLeftOut() {
        addNeeded("csan-figure-3", false, 3);
        Store store(m_session->storePath().toStdString());
        const char* details[] = {R"({"best": true, "bleu_precisions": [60, 40.5]})",
                                 R"({"best": true, "bleu_precisions": [62, 43]})",
                                 R"({"best": true, "bleu_precisions": [62, null, "43"]})"};
        const std::vector<RunSummary> runs = store.runs();
        for (std::size_t k = 0; k < runs.size(); ++k)
            store.addEvaluation(runs[k].run.id, {5, 1, "test", details[k]});
        store.addEvaluation(runs.back().run.id, {6, 1, "test", R"({"best": "yes", "bleu_precisions": 7})"});
        const QByteArray gains = openFigure("csan-figure-3").findChild<CurvePlot*>()->values().toCsv();
        QVERIFY2(gains.contains("1D-CSAN"), gains);
        QVERIFY2(!gains.contains("2D-CSAN"), gains);
    }

    /// Where no n-gram is right BLEU's precision is smoothed; what is drawn is what the references have.
    void ngramsAreSharesWithoutSmoothing() {
        addNeeded("csan-figure-3", false, 3);
        Store store(m_session->storePath().toStdString());
        const char* details[] = {R"({"best": true, "bleu_precisions": [40, 6.25], "bleu_shares": [40, 0]})",
                                 R"({"best": true, "bleu_precisions": [42, 3], "bleu_shares": [42, 3]})",
                                 R"({"best": true, "bleu_precisions": [43, 4], "bleu_shares": [43, 4]})"};
        const std::vector<RunSummary> runs = store.runs();
        for (std::size_t k = 0; k < runs.size(); ++k)
            store.addEvaluation(runs[k].run.id, {5, 1, "test", details[k]});
        PaperDialog& dialog = openFigure("csan-figure-3");
        const QByteArray gains = dialog.findChild<CurvePlot*>()->values().toCsv();
        QVERIFY2(gains.contains("\n2,3,"), gains); // and not 3 − 6.25
        QVERIFY(dialog.findChild<QLabel*>("papers.remarks")->text().contains("gap of BLEU"));
    }

    void eachFigureOpensOnAnEmptyStore() {
        open();
        openFigure("mtsa-table-3");
        QVERIFY(!QFile::exists(m_session->storePath())); // looking makes none
        Store store(m_session->storePath().toStdString());
        for (const PaperFigure& figure : paperFigures()) {
            PaperDialog& dialog = openFigure(QString::fromStdString(figure.id));
            QVERIFY2(dialog.findChild<QTabWidget*>("papers.plots")->count() > 0, figure.id.c_str());
            QVERIFY2(!dialog.findChild<QLabel*>("papers.missing")->isHidden(), figure.id.c_str());
            QVERIFY2(!dialog.windowTitle().contains("no numbers"), figure.id.c_str());
            // What is not drawn has no word beside it; published figures may stand there alone.
            const auto* tabs = dialog.findChild<QTabWidget*>("papers.plots");
            for (int k = 0; k < tabs->count(); ++k) {
                auto* plot = qobject_cast<PlotWidget*>(tabs->widget(k));
                for (const QString& name : plot->legendNames())
                    QVERIFY2(name.contains("published"), qPrintable(name));
                QVERIFY2(!plot->remark().contains("one seed"), qPrintable(plot->remark()));
                QVERIFY2(!plot->legendNames().isEmpty() ||
                             plot->findChild<PlotOverlay*>()->emptyText().startsWith("Nothing of it is"),
                         figure.id.c_str());
            }
        }
        const QString missing = openFigure("biblosan-figure-6").findChild<QLabel*>("papers.missing")->text();
        QVERIFY2(missing.startsWith("What it needs is not there (the sweep"), qPrintable(missing));
    }

private:
    /// The first of the runs that a figure needs; each setting has two per cent more than the one before.
    void addNeeded(const std::string& id, bool quick, std::size_t count) {
        Store store(m_session->storePath().toStdString());
        const PaperNeeds needs = paperFiguresOf(id).front()->needs(quick);
        std::string last;
        double accuracy = .49;
        for (std::size_t k = 0; k < count; ++k) {
            RunConfig config = needs.runs[k].config;
            if (needs.runs[k].setting != last)
                accuracy += .02;
            last = needs.runs[k].setting;
            config.data = "/data/" + config.data;
            NewRun run = sampleRun(config.encoder, config.data, config.train.seed);
            run.task = config.task;
            run.configuration = jsonText(config.toJson());
            addRun(store, run, {{"best.accuracy", 5, 1, 5, accuracy}, {"dev.bleu", 5, 1, 5, 100 * accuracy}});
        }
    }

    PaperDialog& openFigure(const QString& id) {
        if (!m_panel)
            open();
        auto* action = m_panel->findChild<QAction*>("runs.papers." + id);
        if (!action)
            qFatal("no figure %s in the menu", qPrintable(id));
        action->trigger();
        return *m_panel->findChild<PaperDialog*>();
    }

    static QString leftOutOf(const PaperDialog& dialog) { return dialog.findChild<QLabel*>("papers.leftOut")->text(); }

    static bool isDrawnIn(const PaperDialog& dialog, const QColor& color) {
        auto* plot = dialog.findChild<BarPlot*>()->findChild<QCustomPlot*>();
        for (int k = 0; k < plot->plottableCount(); ++k)
            if (plot->plottable(k)->pen().color() == color)
                return true;
        return false;
    }

    static QMap<QString, double> barsOf(const PaperDialog& dialog) {
        QMap<QString, double> bars;
        const ValueTable values = dialog.findChild<BarPlot*>()->values();
        for (const QStringList& row : values.rows)
            if (const double mean = row.value(1).toDouble(); mean > 0)
                bars.insert(row[0], mean);
        return bars;
    }
};

QTEST_MAIN(PaperDialogTest)
#include "paper_dialog_test.moc"
