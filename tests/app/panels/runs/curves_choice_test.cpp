#include "app/panels/runs/runs_fixture.h"
#include "plots/curve_plot.h"

#include <QLabel>
#include <QtTest>

using namespace headlight;

/// Which runs, metric and groups the curves are of.
class CurvesChoiceTest : public QObject, RunsFixture {
    Q_OBJECT

    CurvePlot* plot() { return find<CurvePlot>("runs.curves"); }
    QString note() { return find<QLabel>("runs.curves.note")->text(); }

    void openMany(int count) {
        {
            Store store(m_session->storePath().toStdString());
            for (int r = 0; r < count; ++r) {
                NewRun run = sampleRun("mtsa", "trec", r + 1);
                run.configuration = R"({"train":{"optimizer":"adam","heads":)" + std::to_string(r) + "}}";
                addRun(store, run,
                       {{"train.loss", 1, 1, 1, 2},
                        {"train.loss", 9, 2, 2, 1},
                        {"dev.seconds", 9, 2, 2, .5},
                        {"train.learning_rate", 9, 2, 2, .1},
                        {"model.parameters", 9, 2, 2, 1000}});
            }
        }
        open();
    }

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void withoutAChoiceTheFirstSixRunsAreDrawnAndItIsSaid() {
        openMany(8);
        QTRY_COMPARE_WITH_TIMEOUT(plot()->legendNames().size(), 6, patience);
        QCOMPARE(note(), QString("The first 6 of 8 runs; choose runs in the table to see their curves."));
        table()->selectAll();
        QTRY_COMPARE_WITH_TIMEOUT(plot()->legendNames().size(), 8, patience);
        QCOMPARE(note(), QString());
    }

    void ofGroupsTheFirstSixAreDrawn() {
        openMany(8);
        pick("runs.group", "heads");
        QTRY_COMPARE_WITH_TIMEOUT(plot()->legendNames().size(), 6, patience);
        QCOMPARE(note(), QString("The first 6 of 8 groups; choose runs in the table to see their curves."));
        pick("runs.group", "model"); // one of all eight
        QTRY_COMPARE_WITH_TIMEOUT(plot()->legendNames().size(), 1, patience);
        QCOMPARE(note(), QString());
    }

    void overAnotherMetricNothingIsGroupedAndItIsSaidWhy() {
        openMany(2);
        auto* group = find<QComboBox>("runs.group");
        QVERIFY(group->isEnabled());
        pick("runs.x", "metric dev.seconds");
        QVERIFY(!group->isEnabled());
        QVERIFY2(group->toolTip().contains("each run is drawn by itself"), qPrintable(group->toolTip()));
        QCOMPARE(note(), QString()); // nobody asked for groups

        pick("runs.x", "step");
        pick("runs.group", "model");
        const auto before = places({"runs.band", "runs.metric"});
        pick("runs.x", "metric dev.seconds");
        QCOMPARE(note(), QString("Each run by itself: over another metric there is no mean."));
        QCOMPARE(places({"runs.band", "runs.metric"}), before);
    }

    void runsWithoutTheMetricAreCounted() {
        {
            Store store(m_session->storePath().toStdString());
            addRun(store, sampleRun("mtsa", "trec", 1), {{"train.loss", 1, 1, 1, 2}});
            addRun(store, sampleRun("mtsa", "trec", 2), {{"train.loss", 1, 1, 1, 2}, {"dev.accuracy", 9, 2, 2, .5}});
            addRun(store, sampleRun("mtsa", "trec", 3), {{"train.loss", 1, 1, 1, 2}});
        }
        open();
        QTRY_COMPARE_WITH_TIMEOUT(plot()->legendNames().size(), 3, patience);
        QCOMPARE(note(), QString());
        pick("runs.metric", "dev.accuracy");
        QTRY_COMPARE_WITH_TIMEOUT(note(), QString("2 runs have no dev accuracy."), patience);
    }

    void metricsAreOfferedInWordsAndTheLossFirst() {
        openMany(2);
        const auto* metrics = find<QComboBox>("runs.metric");
        QStringList titles;
        QTRY_VERIFY_WITH_TIMEOUT(metrics->count() > 0, patience);
        for (int i = 0; i < metrics->count(); ++i)
            titles << metrics->itemText(i);
        QCOMPARE(titles.first(), QString("train loss"));
        titles.sort();
        QCOMPARE(titles, QStringList({"dev evaluation time", "learning rate", "train loss"}));
    }
};

QTEST_MAIN(CurvesChoiceTest)
#include "curves_choice_test.moc"
