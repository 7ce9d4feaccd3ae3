#include "panels/runs/paper_dialog.h"

#include "app/panels/runs/runs_fixture.h"
#include "engine/core/json_text.h"
#include "plots/bar_plot.h"
#include "plots/curve_plot.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QTabWidget>
#include <QtTest>

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
        QVERIFY2(missing.endsWith("headlight-cli reproduce mtsa-table-3 --data FOLDER"), qPrintable(missing));
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
        Store store(m_session->storePath().toStdString());
        const RunId id = addRun(store, own, {{"best.accuracy", 5, 1, 5, .7}});
        addRun(store, other, {{"best.accuracy", 5, 1, 5, .8}});
        PaperDialog& dialog = openFigure("mtsa-table-3");
        QCOMPARE(barsOf(dialog).size(), 5);
        table()->selectAll();
        const QMap<QString, double> bars = barsOf(dialog);
        QCOMPARE(bars.size(), 6); // not the one of another corpus, nor the figure's own twice
        QCOMPARE(bars[QStringLiteral("run %1: disa seed 1").arg(id)], 70.0);
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

    void eachFigureOpensOnAnEmptyStore() {
        open();
        openFigure("mtsa-table-3");
        QVERIFY(!QFile::exists(m_session->storePath())); // looking makes none
        Store store(m_session->storePath().toStdString());
        for (const PaperFigure& figure : paperFigures()) {
            PaperDialog& dialog = openFigure(QString::fromStdString(figure.id));
            QVERIFY2(dialog.findChild<QTabWidget*>("papers.plots")->count() > 0, figure.id.c_str());
            QVERIFY2(!dialog.findChild<QLabel*>("papers.missing")->isHidden(), figure.id.c_str());
        }
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
            addRun(store, run, {{"best.accuracy", 5, 1, 5, accuracy}});
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
