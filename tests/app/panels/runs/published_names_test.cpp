#include "app/panels/panel_fixture.h"
#include "app/sample_runs.h"
#include "panels/runs_panel.h"
#include "plots/bar_plot.h"

#include <QCheckBox>
#include <QTabWidget>
#include <QTableView>

namespace headlight {

class PublishedNamesTest : public QObject, private PanelFixture<RunsPanel> {
    Q_OBJECT
private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void aModelHasOneNameOnAllCorpora() {
        {
            Store store(m_session->storePath().toStdString());
            for (const auto& [model, data] : {std::pair("mtsa", "trec"), {"disa", "trec"}, {"mtsa", "cr"}})
                addRun(store, sampleRun(model, data, 1), pointsOf({{"best.accuracy", .8}}));
        }
        open();
        find<QTabWidget>("runs.tabs")->setCurrentIndex(2);
        find<QTableView>("runs.table")->selectAll();
        find<QCheckBox>("runs.published")->click();
        auto* bars = find<BarPlot>("runs.bars");
        QTRY_VERIFY_WITH_TIMEOUT(bars->values().columns.contains("published DiSA, accuracy (%)"), patience);
        const ValueTable table = bars->values();
        QVERIFY2(!table.columns.contains("published DiSAN, accuracy (%)"), qPrintable(table.columns.join('|')));
        QMap<QString, int> disa; // tenths of a per cent
        for (const QStringList& row : table.rows)
            disa[row[0]] = qRound(row[table.columns.indexOf("published DiSA, accuracy (%)")].toDouble() * 10);
        QCOMPARE(disa, (QMap<QString, int>{{"TREC", 942}, {"CR", 848}})); // at its bar, and beside the bars
    }
};

} // namespace headlight

QTEST_MAIN(headlight::PublishedNamesTest)
#include "published_names_test.moc"
